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
    /** Speaks a text, which is SSML, and calls a function of `addFunction` with the audio as it is made. */
    synth_(text: string, callback: number): void
    /** The length of an event, in bytes. */
    getSizeOfEventStruct_(): number
  }

  export interface ESpeakNgModule {
    readonly eSpeakNGWorker: new () => ESpeakNgWorker
    readonly FS: EngineFiles
    /** The engine's memory. The lists are replaced if it grows. */
    readonly HEAPU8: Uint8Array
    readonly HEAP16: Int16Array
    readonly HEAP32: Int32Array
    /**
     * Makes a function callable by the engine, and returns its number. It receives the addresses of samples, of which there are `count`, and
     * of events, which end with one of type 0; it returns 0 to continue.
     */
    addFunction(callback: (audioPointer: number, count: number, eventsPointer: number) => number): number
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
