/**
 * The rate of all audio that the service gives, in Hz; the engine's own 22,050 Hz is brought up to it. An MP3 file has
 * encoder delay and padding that many programs count as length: at this rate they are 47 ms at most, at the engine's 103 ms.
 */
export const SPEECH_SAMPLE_RATE = 48_000
