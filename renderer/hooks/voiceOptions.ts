import { useDeferredValue, useMemo } from 'react'
import {
  type Block,
  type BlockId,
  BUILT_IN_CONNECTION,
  type CharacterId,
} from '../../shared/story/records.ts'
import { importedVoices, type ImportedVoices } from '../../shared/voices/casting.ts'
import { isPackVoiceId } from '../../shared/voices/voicePacks.ts'
import { refreshVoices } from '../actions/servers.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { WarningProps } from '../ui/Warning.tsx'
import { useApp, useAppState } from './app.ts'
import { useStory, useStoryIfOpen } from './session.ts'
import { type PackLanguages, packLanguagesOf } from '../../shared/voices/languages.ts'
import { derive } from '../../shared/lib/derive.ts'
import { type UnreadBlocks, unreadBlocksOf } from '../../shared/story/unreadBlocks.ts'

function useStoryConnection(): string {
  return useStoryIfOpen(({ story }) => story.info.connectionId) ?? BUILT_IN_CONNECTION
}

/**
 * Whether any voice id may be typed for a connection, the story's by default. The built-in service has only the listed
 * voices while no other engine is set up.
 */
export function useAllowsAnyVoice(connectionId?: string): boolean {
  const ofStory = useStoryConnection()
  const hasEngines = useAppState((state) => state.servers.engine.length > 0)
  return (connectionId ?? ofStory) !== BUILT_IN_CONNECTION || hasEngines
}

/** Whether all these voices of a connection, the story's by default, are natural voices, which express emotions only by pace and loudness. */
export function useArePlainVoices(voiceIds: readonly string[], connectionId?: string): boolean {
  const ofStory = useStoryConnection()
  return (connectionId ?? ofStory) === BUILT_IN_CONNECTION && voiceIds.every(isPackVoiceId)
}

/** How the voices of this computer speak an import in a language. An import into an open story of a service is spoken by that service. */
export function useImportedVoices(language: string | null): ImportedVoices {
  const ofStory = useStoryConnection()
  const voices = useAppState((state) => state.voices)
  return useMemo(
    () => (ofStory === BUILT_IN_CONNECTION ? importedVoices(voices, language) : BY_SERVICE),
    [ofStory, voices, language],
  )
}

const BY_SERVICE: ImportedVoices = { areNatural: false, missing: [] }

/**
 * Why a connection, the story's by default, does not offer a voice now, and how to retry; null if no problem is
 * known.
 */
export function useVoiceProblem(voiceId: string, connectionId?: string): WarningProps | null {
  const { t } = useTranslation()
  const app = useApp()
  const ofStory = useStoryConnection()
  const absent = useAppState((state) =>
    state.engineStates.find(({ name, state }) => state === 'absent' && voiceId.startsWith(`${name}:`)),
  )
  if ((connectionId ?? ofStory) !== BUILT_IN_CONNECTION || absent === undefined) return null
  return {
    text: t('servers.engine.voiceAbsent', { message: absent.message }),
    actions: [
      {
        label: t('servers.engine.askAgain'),
        onPress: () => void refreshVoices(app).catch(app.report),
      },
    ],
  }
}

/** The languages of the natural voices on this computer. */
export function usePackLanguages(): PackLanguages {
  return useAppState(({ voices }) => packLanguagesOf(voices))
}

/** The blocks and characters of the open story whose voice cannot read their words, for the marks beside them. */
interface Unread {
  readonly byBlock: ReadonlyMap<BlockId, UnreadBlocks>
  /** By the character whose voice it is: blocks with their own voice are left out. */
  readonly byCharacter: ReadonlyMap<CharacterId | null, UnreadBlocks>
}

/** The unread blocks indexed for look-up; the same object while the blocks stay the same. */
const unreadOf = derive((found: readonly UnreadBlocks[]): Unread => {
  const all = found.flatMap((group) => group.blocks.map((block): [Block, UnreadBlocks] => [block, group]))
  const ofCharacters = all.filter(([{ voiceId }]) => voiceId === null)
  return {
    byBlock: new Map(all.map(([{ id }, group]) => [id, group])),
    byCharacter: new Map(ofCharacters.map(([{ characterId }, group]) => [characterId, group])),
  }
})

const NONE: Unread = { byBlock: new Map(), byCharacter: new Map() }

function useUnread<T>(select: (unread: Unread) => T): T {
  const packs = usePackLanguages()
  // A long story shows its words before all of them are checked.
  const isShown = useDeferredValue(true, false)
  return useStory((story) =>
    select(
      isShown && story.info.connectionId === BUILT_IN_CONNECTION
        ? unreadOf(unreadBlocksOf(story, packs))
        : NONE,
    ),
  )
}

/** The part of a block that its voice cannot read; undefined if it reads everything, or that is not known. */
export const useUnreadBlock = (id: BlockId) => useUnread(({ byBlock }) => byBlock.get(id))

/** The parts of a character's blocks that its voice cannot read; null stands for blocks without a character. */
export const useUnreadOf = (id: CharacterId | null) => useUnread(({ byCharacter }) => byCharacter.get(id))
