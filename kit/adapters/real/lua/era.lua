-- Answers number of the era, the server that it began on, and this server.
local number, began = era()
return {number, began or '', server()}
