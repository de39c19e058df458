/** The parts of eSpeak NG's WebAssembly build that are used; the package has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EngineVoiceEntry {
    readonly name: string
    readonly identifier: string
    readonly languages: readonly { readonly priority: number; readonly name: string }[]
  }

  export interface ESpeakNgWorker {
    /** 0 if the voice is set; 2 if it is unknown, in which case the previous voice stays. */
    set_voice(identifier: string): number
    /** Words a minute, 80 to 450. */
    set_rate(wordsPerMinute: number): number
    set_pitch(pitch: number): number
    set_range(range: number): number
    /** 100 is the normal volume. */
    set_volume(volume: number): number
    get_samplerate(): number
    list_voices(): EngineVoiceEntry[]
    /** The phonemes of a text in IPA, a line for each clause. The text is SSML. */
    synthesize_ipa(text: string): { readonly ipa: string }
    /** Calls back with audio as it is made; the callback returns true to stop. The text is SSML. */
    synthesize(
      text: string,
      callback: (audio: Int16Array | null, events: readonly EngineEvent[]) => boolean,
    ): void
  }

  /** An event at a time of the audio. A word may occur several times, such as a number that is spoken as several words. */
  export interface EngineEvent {
    readonly type: 'samplerate' | 'sentence' | 'word' | 'phoneme' | 'end' | 'mark' | 'play'
    /** The position in the text at which it begins, in code points from 1. */
    readonly text_position: number
    /** The length of a word, in code points; 0 if the engine does not report it. */
    readonly word_length: number
    /** In ms from the start of the audio. */
    readonly audio_position: number
    /** For a phoneme, its name, which is empty for silence. */
    readonly id?: string | number
  }

  export interface ESpeakNgModule {
    readonly eSpeakNGWorker: new () => ESpeakNgWorker
    readonly FS: EngineFiles
  }

  /** Emscripten's file system in memory. The variants are in `espeak-ng-data/voices/!v`. */
  export interface EngineFiles {
    readdir(path: string): string[]
    /** The content of a file is a part of the package that the module was created with. */
    lookupPath(path: string): {
      readonly node: { readonly mode: number; readonly contents?: Uint8Array<ArrayBuffer> }
    }
    isDir(mode: number): boolean
    /** Called by the engine for each file that it opens. */
    open(path: string, ...how: unknown[]): unknown
  }

  export interface ModuleOptions {
    /** Returns the package of all files, instead of the module reading it. */
    getPreloadedPackage?(name: string, byteLength: number): ArrayBuffer
  }

  export default function createModule(options?: ModuleOptions): Promise<ESpeakNgModule>
}
