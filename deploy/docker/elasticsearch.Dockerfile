# Elasticsearch with IK segmentation, built from Maven packages and this project's plugin.
FROM maven:3.9-eclipse-temurin-21 AS build
WORKDIR /build
COPY tests/stack/poms/elasticsearch.xml pom.xml
RUN mvn -q -B dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=lib
COPY tests/stack/java/IkPlugin.java .
RUN mkdir classes plugin \
 && javac -d classes -cp "lib/*" IkPlugin.java \
 && jar --create --file plugin/analysis-ik.jar -C classes . \
 && cp lib/ikanalyzer-*.jar plugin/ \
 && printf '%s\n' 'description=IK analysis' 'version=9.5.3' 'name=analysis-ik' 'java.version=21' \
      'elasticsearch.version=9.5.3' 'classname=ik.IkPlugin' > plugin/plugin-descriptor.properties

FROM elasticsearch:9.5.3
COPY --from=build --chown=elasticsearch:root /build/plugin /usr/share/elasticsearch/plugins/analysis-ik
