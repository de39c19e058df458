/**
 * The header of an MPEG audio layer III frame, from ISO/IEC 11172-3 §2.4.2.3 (MPEG-1) and 13818-3 §2.4.2.3 (MPEG-2, lower
 * sampling rates); MPEG-2.5 (8 to 12 kHz) is the known extension of it.
 */
export interface Mp3FrameHeader {
  readonly version: MpegVersion
  readonly sampleRate: number
  readonly kbps: number
  readonly channels: 1 | 2
  /** Of the whole frame, its header included. */
  readonly byteLength: number
  readonly samplesPerFrame: 576 | 1152
  /** Where a tag frame has its tag: after the header and (empty) side information. */
  readonly tagOffset: number
}

export type MpegVersion = '1' | '2' | '2.5'

/** Enough bytes to tell what a frame is. */
export const FRAME_HEADER_BYTES = 4

const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES: Readonly<Record<MpegVersion, readonly number[]>> = {
  '1': [44100, 48000, 32000],
  '2': [22050, 24000, 16000],
  '2.5': [11025, 12000, 8000],
}
const VERSION_BY_BITS: readonly (MpegVersion | undefined)[] = ['2.5', undefined, '2', '1']
const LAYER_III_BITS = 1
const MONO = 0xc0
const JOINT_STEREO = 0x40

/** The bit rates (kbit/s) that frames of a sample rate may have; none when MP3 does not know the sample rate. */
export function kbpsChoices(sampleRate: number): readonly number[] {
  const version = versionOf(sampleRate)
  return version === undefined ? [] : kbpsTable(version).slice(1)
}

/** Reads a frame header at `offset`; undefined when there is none (free-format frames count as none). */
export function parseFrameHeader(bytes: Uint8Array, offset: number): Mp3FrameHeader | undefined {
  const [sync, kind, rates, mode] = bytes.subarray(offset, offset + FRAME_HEADER_BYTES)
  if (sync !== 0xff || kind === undefined || rates === undefined || mode === undefined) return undefined
  if ((kind & 0xe0) !== 0xe0 || ((kind >> 1) & 3) !== LAYER_III_BITS) return undefined
  const version = VERSION_BY_BITS[(kind >> 3) & 3]
  if (version === undefined) return undefined
  const kbps = kbpsTable(version)[rates >> 4]
  const sampleRate = SAMPLE_RATES[version][(rates >> 2) & 3]
  if (!kbps || sampleRate === undefined) return undefined
  const channels = mode >> 6 === 3 ? 1 : 2
  const padding = (rates >> 1) & 1
  return {
    version,
    sampleRate,
    kbps,
    channels,
    byteLength: Math.floor(exactFrameBytes(sampleRate, kbps)) + padding,
    samplesPerFrame: samplesPerFrame(version),
    tagOffset: FRAME_HEADER_BYTES + sideInfoBytes(version, channels),
  }
}

/** Header bytes of an unpadded frame without checksum. The sample rate and bit rate must be ones that MP3 knows. */
export function frameHeader(sampleRate: number, kbps: number, channels: 1 | 2): Uint8Array {
  const version = versionOf(sampleRate)
  if (version === undefined) throw new RangeError(`MP3 has no sample rate of ${sampleRate} Hz`)
  const kbpsIndex = kbpsTable(version).indexOf(kbps)
  if (kbpsIndex < 1) throw new RangeError(`MP3 at ${sampleRate} Hz has no bit rate of ${kbps} kbit/s`)
  const rateIndex = SAMPLE_RATES[version].indexOf(sampleRate)
  const kind = 0xe1 | (VERSION_BY_BITS.indexOf(version) << 3) | (LAYER_III_BITS << 1)
  return Uint8Array.of(0xff, kind, (kbpsIndex << 4) | (rateIndex << 2), channels === 1 ? MONO : JOINT_STEREO)
}

/** The mean length of a frame in bytes; encoders pad single frames by a byte to keep to it. */
export function exactFrameBytes(sampleRate: number, kbps: number): number {
  const version = versionOf(sampleRate)
  if (version === undefined) throw new RangeError(`MP3 has no sample rate of ${sampleRate} Hz`)
  return (samplesPerFrame(version) / 8) * ((kbps * 1000) / sampleRate)
}

function versionOf(sampleRate: number): MpegVersion | undefined {
  return (['1', '2', '2.5'] as const).find((version) => SAMPLE_RATES[version].includes(sampleRate))
}

function kbpsTable(version: MpegVersion): readonly number[] {
  return version === '1' ? MPEG1_KBPS : MPEG2_KBPS
}

function samplesPerFrame(version: MpegVersion): 576 | 1152 {
  return version === '1' ? 1152 : 576
}

function sideInfoBytes(version: MpegVersion, channels: 1 | 2): number {
  if (version === '1') return channels === 1 ? 17 : 32
  return channels === 1 ? 9 : 17
}

/** Where each whole frame ends, in bytes from the start of the frames. */
export function frameEnds(frames: Uint8Array): number[] {
  const ends: number[] = []
  for (
    let at = 0, header = parseFrameHeader(frames, 0);
    header !== undefined;
    header = parseFrameHeader(frames, at)
  ) {
    at += header.byteLength
    if (at > frames.length) break
    ends.push(at)
  }
  return ends
}
