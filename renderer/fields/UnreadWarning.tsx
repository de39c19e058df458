/** Warnings about texts in a script or language that their voice cannot read, each with voices that can. */
import { TriangleAlert } from 'lucide-react'
import { BUILT_IN_CONNECTION, type Block, type BlockId } from '../../shared/story/records.ts'
import { blockNumber } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { unreadBlocksOf, unreadKey, type UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { findVoice } from '../../shared/voices/builtInVoices.ts'
import { unreadIn, voicesReading, isLatinLanguage, type Script } from '../../shared/voices/scripts.ts'
import { useAppState } from '../hooks/app.ts'
import { usePackLanguages } from '../hooks/voiceOptions.ts'
import { useDeferredStory, useStoryIfOpen } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Warning } from '../ui/Warning.tsx'
import styles from './UnreadMark.module.css'

/** Voices that are offered as buttons; the voice field lists the others. */
const OFFERED = 3

interface UnreadTextWarningProps {
  readonly text: string
  readonly voiceId: string
  /** The connection that speaks; the open story's by default. */
  readonly connectionId?: string
  readonly onUse: (voiceId: string) => void
}

/** A warning if a voice cannot read a text; nothing if it can, or if that is not known. */
export function UnreadTextWarning({ text, voiceId, connectionId, onUse }: UnreadTextWarningProps) {
  const ofStory = useStoryIfOpen(({ story }) => story.info.connectionId)
  const packs = usePackLanguages()
  const script = unreadIn(text, voiceId, packs)
  if (script === null || (connectionId ?? ofStory) !== BUILT_IN_CONNECTION) return null
  return <UnreadWarning voiceId={voiceId} script={script} blocks={[]} onUse={onUse} />
}

interface UnreadBlocksWarningProps {
  /** Returns whether the form is about a block. */
  readonly isOf: (block: Block, story: Story) => boolean
  /** Whether the form is about a single block, which it names elsewhere. */
  readonly isOne?: boolean
  readonly onUse: (ids: readonly BlockId[], voiceId: string) => void
}

/** A warning for each voice of the open story that cannot read blocks of a form. */
export function UnreadBlocksWarning({ isOf, isOne = false, onUse }: UnreadBlocksWarningProps) {
  const story = useDeferredStory()
  const packs = usePackLanguages()
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return null
  return unreadBlocksOf(story, packs).map((group) => {
    const blocks = group.blocks.filter((block) => isOf(block, story))
    if (blocks.length === 0) return null
    const ids = blocks.map(({ id }) => id)
    return (
      <UnreadWarning
        key={unreadKey(group)}
        {...group}
        blocks={isOne ? [] : blocks}
        onUse={(voiceId) => {
          onUse(ids, voiceId)
        }}
      />
    )
  })
}

type UnreadWarningProps = Parameters<ReturnType<typeof useUnreadText>>[0] & {
  readonly onUse: (voiceId: string) => void
}

function UnreadWarning({ onUse, ...unread }: UnreadWarningProps) {
  const { t } = useTranslation()
  const text = useUnreadText()
  const listed = useAppState((state) => state.voices)
  const actions = voicesReading(unread.script, listed)
    .slice(0, OFFERED)
    .map(({ id, name }) => ({ label: t('inspector.unread.use', { voice: name }), onPress: () => onUse(id) }))
  return <Warning text={text(unread)} actions={actions} />
}

/** Marks words that their voice cannot read, or not in their language, with an explanation. */
export function UnreadMark({ unread }: { readonly unread: UnreadBlocks }) {
  const text = useUnreadText()({ ...unread, blocks: [] })
  return (
    <span role="img" aria-label={text} title={text} className={styles.mark}>
      <TriangleAlert size={13} />
    </span>
  )
}

/** Returns a function for the name of a voice on this computer, or its id if the name is not known. */
export function useVoiceName(): (voiceId: string) => string {
  const voices = useAppState((state) => state.voices)
  return (voiceId) => findVoice(voiceId)?.name ?? voices.find(({ id }) => id === voiceId)?.name ?? voiceId
}

/** The most block numbers in a sentence. */
const NAMED = 6

/** Returns a function for sentences about what a voice cannot read, with the numbers of the blocks if there are any. */
export function useUnreadText(): (unread: UnreadBlocks) => string {
  const { t } = useTranslation()
  const story = useStoryIfOpen((state) => state.story)
  const nameOf = useVoiceName()
  return ({ voiceId, script, blocks }) => {
    const voice = nameOf(voiceId)
    const text = sentences(voice, script).join(' ')
    if (story === undefined || blocks.length === 0) return text
    const numbers = blocks.slice(0, NAMED).map(({ id }) => blockNumber(story, id))
    const rest = blocks.length - numbers.length
    const values = { count: blocks.length, numbers: numbers.join(', '), text }
    return rest === 0
      ? t('inspector.unread.inBlocks', values)
      : t('inspector.unread.inMoreBlocks', { ...values, rest })
  }

  function sentences(voice: string, script: Script): string[] {
    if (script === 'Kanji') return [t('inspector.unread.kanji', { voice })]
    if (isLatinLanguage(script))
      return [t('inspector.unread.otherLanguage', { voice, language: t(`scripts.${script}`) })]
    const spells = t('inspector.unread.spells', { voice, letters: t(`scripts.${script}`) })
    return voicesReading(script).length === 0 ? [spells, t('inspector.unread.noVoice')] : [spells]
  }
}
