import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** A server in memory that speaks MongoDB's wire protocol, on the port given. */
public final class MongoNode {
    /** Says what today's drivers ask for; the protocol that it speaks (OP_MSG) is theirs, too. */
    private static final class Today implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        MongoServer server = new MongoServer(new MemoryBackend().version(new Today()));
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        Thread.currentThread().join();
    }
}
