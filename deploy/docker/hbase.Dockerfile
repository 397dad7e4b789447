# HBase in standalone mode with its Thrift servers, from Maven packages.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY tests/stack/poms/hbase.xml pom.xml
RUN mvn -q -B dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=lib

FROM eclipse-temurin:17-jre-jammy
RUN useradd --system --uid 10002 --home-dir /var/lib/hbase --create-home hbase
COPY --from=build /build/lib /opt/hbase/lib
COPY deploy/docker/hbase /opt/hbase
USER 10002
VOLUME /var/lib/hbase
EXPOSE 9090 9091
ENTRYPOINT ["/opt/hbase/start.sh"]
