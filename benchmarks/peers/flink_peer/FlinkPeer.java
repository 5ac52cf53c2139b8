import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.util.Collector;

/**
 * Flink CEP answers the question of the benchmark: one job as JSON on standard input, one JSON line
 * on standard output.
 *
 * <p>The question is SEQ(A a, B b, C c) within W, with an equal key or without a predicate, and all
 * matches are wanted: followedByAny, no skipping. An event is known by its time, since the workload
 * has one event a tick. Flink drops a match whose last event is exactly W after its first.
 */
@SuppressWarnings("deprecation") // the old source interface costs least an event
public final class FlinkPeer {
    private static final int EVENTS_PER_WATERMARK = 100;
    private static final String FEEDING =
            "a source function in the same process emits event objects built before the clock"
                    + " starts, in the order of time, with a watermark after every %d; event time,"
                    + " parallelism 1, object reuse, state on the heap; the time runs from the first"
                    + " event to the end of the CEP operator and includes a just-in-time compiler"
                    + " that is still cold; an empty run comes before, and starting and stopping the"
                    + " local cluster (%.1f s) is not included; matches are counted, not written";

    // The local cluster runs in this process with one thread a task: each of these is written by
    // one thread at a time, and read after the cluster has stopped.
    private static Event[] events = {};
    private static volatile long began;
    private static volatile long ended;
    private static long matches;
    private static long checksum;

    private FlinkPeer() {}

    /** One event of the workload; public fields and constructor, so that Flink takes it as a POJO. */
    public static final class Event {
        public char type;
        public long ts;
        public long k;

        public Event() {}

        Event(char type, long ts, long k) {
            this.type = type;
            this.ts = ts;
            this.k = k;
        }
    }

    /** Feeds the events in their order, with a watermark after every hundred and at the end. */
    private static final class Feed implements SourceFunction<Event> {
        private static final long serialVersionUID = 1L;

        @Override
        public void run(SourceContext<Event> context) {
            began = System.nanoTime();
            int fed = 0;
            for (Event event : events) {
                context.collectWithTimestamp(event, event.ts);
                if (++fed % EVENTS_PER_WATERMARK == 0) {
                    context.emitWatermark(new Watermark(event.ts));
                }
            }
        }

        @Override
        public void cancel() {}
    }

    private static final class OfType extends SimpleCondition<Event> {
        private static final long serialVersionUID = 1L;
        private final char type;

        OfType(char type) {
            this.type = type;
        }

        @Override
        public boolean filter(Event event) {
            return event.type == type;
        }
    }

    /** Counts the matches and adds up their mixed ids; nothing is sent on. */
    private static final class Count extends PatternProcessFunction<Event, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void close() {
            ended = System.nanoTime();
        }

        @Override
        public void processMatch(
                Map<String, List<Event>> match, Context context, Collector<Long> out) {
            matches++;
            long mixed = mix(match.get("a").get(0).ts);
            mixed = mix(mixed ^ match.get("b").get(0).ts);
            checksum += mix(mixed ^ match.get("c").get(0).ts);
        }
    }

    /** The finalizer of splitmix64; arithmetic of long is that of 64 bits without a sign. */
    static long mix(long bits) {
        bits += 0x9E3779B97F4A7C15L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    private static Event[] read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path, StandardCharsets.UTF_8);
        return lines.stream().skip(1).map(FlinkPeer::event).toArray(Event[]::new);
    }

    private static Event event(String line) {
        String[] parts = line.split(",", -1);
        return new Event(parts[0].charAt(0), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    private static Pattern<Event, ?> pattern(long window) {
        return Pattern.<Event>begin("a", AfterMatchSkipStrategy.noSkip())
                .where(new OfType('A'))
                .followedByAny("b")
                .where(new OfType('B'))
                .followedByAny("c")
                .where(new OfType('C'))
                .within(Duration.ofMillis(window));
    }

    /** Runs a query over the events and returns how many seconds passed in all. */
    private static double run(String query, long window) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1);
        env.getConfig().enableObjectReuse();
        DataStream<Event> fed = env.addSource(new Feed(), TypeInformation.of(Event.class));
        DataStream<Event> stream =
                switch (query) {
                    case "equal_key" -> fed.keyBy(event -> event.k);
                    case "no_predicate" -> fed;
                    default -> throw new IllegalArgumentException("unknown query " + query);
                };
        CEP.pattern(stream, pattern(window)).process(new Count()).sinkTo(new DiscardingSink<>());
        long start = System.nanoTime();
        env.execute();
        return (System.nanoTime() - start) / 1e9;
    }

    private static double timed() {
        return (ended - began) / 1e9;
    }

    private static ObjectNode answer(ObjectMapper mapper, JsonNode job) throws Exception {
        String query = job.get("query").asText();
        long window = job.get("window").asLong();
        run(query, window); // of no event
        double idle = timed();
        events = read(Path.of(job.get("events").asText()));
        double outside = run(query, window) - timed();
        ObjectNode answer = mapper.createObjectNode();
        answer.put("matches", matches);
        answer.put("checksum", String.format("%016x", checksum));
        answer.put("seconds", timed());
        answer.put("idle", idle);
        answer.put(
                "feeding", String.format(Locale.ROOT, FEEDING, EVENTS_PER_WATERMARK, outside));
        answer.put("version", "Flink CEP " + EnvironmentInformation.getVersion());
        return answer;
    }

    public static void main(String[] arguments) {
        ObjectMapper mapper = new ObjectMapper();
        try {
            ObjectNode answer = answer(mapper, mapper.readTree(System.in));
            new PrintStream(System.out, true, StandardCharsets.UTF_8).println(answer);
        } catch (Throwable error) {
            Throwable cause = error;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.err.println(String.valueOf(cause).replaceAll("\\s+", " "));
            System.exit(1);
        }
    }
}
