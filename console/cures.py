"""What to do about a failure of each class (requirement F7); what happened is in `console.reasons.FAILURES`."""

from __future__ import annotations

from console.i18n import gettext_noop

N_ = gettext_noop

CURES = {
    "dns": N_("Check the spelling of the host. If the site has moved, enter its new address."),
    "connect": N_("Open the address in a browser. If it works there, the site may refuse this server: ask its operator, or set a proxy."),
    "tls": N_("Open the address in a browser and look at the certificate. Collecting goes on once the site has renewed it."),
    "timeout": N_("Wait, or lower the rate. If the site is always slow, run it less often."),
    "http_401": N_("Enter the credential that the site asks for, below the address."),
    "http_403": N_("Lower the rate and check the headers. If the site refuses programs, ask its operator for permission."),
    "http_404": N_("Look for the list on the site and enter its new address."),
    "http_410": N_("Look for another list of the site, or delete the source."),
    "http_429": N_("Lower the requests per second, or run it less often."),
    "http_4xx": N_("Read the first bytes of the answer: most sites say there what they miss."),
    "http_5xx": N_("Wait: the site has to mend it. The source slows down by itself meanwhile."),
    "too_large": N_("Enter a smaller list, or have CATCHMENT_MAX_BODY_BYTES raised."),
    "redirect": N_("Enter the address where the redirects should have led."),
    "robots": N_("Choose another list, or ask the operator of the site; with permission robots.txt can be ignored in the options, with a reason."),
    "blocked": N_("If the answer is a block page, lower the rate. Addresses inside the own network have to be allowed by the installation."),
    "decode": N_("Set the encoding by hand. The first bytes show what the site really sends."),
    "parse": N_("Open the template beside the page: a required field was not found, so the page may have been redesigned."),
    "empty": N_("If scripts fill the page, let a browser read it (options). Else look whether the address is still the list."),
    "protocol": N_("Wait: the server answers wrongly. If it goes on, try the address with http or https instead."),
    "config": N_("Open the form of the source: the problem stands at its field."),
    "crashed": N_("Nothing: it is tried again. If it comes back, look at the log of the collector."),
    "internal": N_("Give the time to whoever runs Catchment; the log of the collector has the error."),
}  # fmt: skip
