// The part of HBase's Thrift 2 service that makes tables with regions; the first Thrift service cannot.
struct TTableName { 1: optional binary ns, 2: required binary qualifier }
enum TBloomFilterType { NONE = 0, ROW = 1, ROWCOL = 2 }
enum TCompressionAlgorithm { LZO = 0, GZ = 1, NONE = 2, SNAPPY = 3, LZ4 = 4, BZIP2 = 5, ZSTD = 6 }
struct TColumnFamilyDescriptor {
  1: required binary name,
  2: optional map<binary, binary> attributes,
  5: optional TBloomFilterType bloomnFilterType,
  6: optional TCompressionAlgorithm compressionType,
  10: optional i32 maxVersions,
}
struct TTableDescriptor {
  1: required TTableName tableName,
  2: optional list<TColumnFamilyDescriptor> columns,
}
exception TIOError { 1: optional string message }
service THBaseService {
  bool tableExists(1: TTableName tableName) throws (1: TIOError io),
  void createTable(1: TTableDescriptor desc, 2: list<binary> splitKeys) throws (1: TIOError io),
}
