import { Check, Play, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import { MAX_LINE_CHARACTERS } from '../../../shared/ipc/libraryContract.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { auditionCost } from '../../../shared/story/audition.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import {
  isEmotional,
  isSameSettings,
  type SpeechSettings,
  type VibeRef,
} from '../../../shared/story/speechSettings.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { askingToBuy } from '../../actions/conversions.ts'
import { isAlreadyPaid, isOverCap, toWireError } from '../../actions/errors.ts'
import { speakWith } from '../../actions/vibes.ts'
import { nextVoice } from '../../actions/voicePicking.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadTextWarning } from '../../fields/UnreadWarning.tsx'
import { useCloseDialog } from '../../hooks/app.ts'
import {
  useAudioState,
  useEditor,
  useIsFree,
  useProjectId,
  useSession,
  useStory,
} from '../../hooks/session.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { App } from '../../stores/app.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/TextField.tsx'
import styles from './AuditionDialog.module.css'

/** Compares one line in several vibes and voices. The cost is shown before anything is sent. */
export function AuditionDialog({ vibes }: { readonly vibes: readonly VibeRef[] }) {
  const chosen = useEditor((state) => state.selection.at(-1) ?? null)
  const block = findBlock(useStory(), chosen)
  return block === undefined ? null : <Audition block={block} vibes={vibes} />
}

function Audition({ block, vibes }: { readonly block: Block; readonly vibes: readonly VibeRef[] }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const takes = useAudioState((state) => state.takes)
  const isFree = useIsFree()
  const [text, setText] = useState(block.text)
  const [lines, setLines] = useState<readonly AuditionVariant[]>(() =>
    firstLines(settingsOf(story, block), vibes),
  )
  const run = useAudition(block.id)
  const isUnderWay = [...run.states.values()].some(({ kind }) => kind === 'making')
  const characters = countCharacters(text)
  const isSpeakable = text.trim() !== '' && characters <= MAX_INPUT_CHARACTERS
  const costs = lines.map(({ settings }) => auditionCost(story, block.id, { text, settings }, takes))
  // Two variants with the same settings share one take.
  const missing = lines.filter(
    ({ settings }, index) =>
      costs[index]?.take === undefined &&
      lines.findIndex((other) => isSameSettings(other.settings, settings)) === index,
  )
  const credits = isSpeakable ? missing.length * characters : 0
  const close = useCloseDialog()
  const make = () => {
    // The takes of requests already sent arrive by themselves.
    const unsent = missing.filter(({ id }) => run.states.get(id)?.kind !== 'making')
    askingToBuy(session, session.signal, (despite) => run.make(text, unsent, despite)).catch(session.report)
  }
  return (
    <Dialog
      title={t('vibes.auditionTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.close')}</Button>
          {run.isRunning ? (
            <Button tone="primary" onPress={run.stop}>
              {t('vibes.stop')}
            </Button>
          ) : (
            <Button
              tone="primary"
              isDisabled={!isSpeakable || missing.length === 0 || isUnderWay}
              onPress={make}
            >
              {isFree
                ? t('vibes.make')
                : t('vibes.makeFor', { credits: t('units.estimate', { count: credits }) })}
            </Button>
          )}
        </>
      }
    >
      <p>{t('vibes.auditionText')}</p>
      <TextAreaField
        label={t('vibes.line')}
        value={text}
        rows={3}
        maxLength={MAX_LINE_CHARACTERS}
        isReadOnly={run.isRunning || isUnderWay}
        onChange={setText}
      />
      {characters > MAX_INPUT_CHARACTERS ? (
        <p role="alert" className={styles.bad}>
          {t('vibes.lineTooLong', {
            characters: formatCount(characters),
            limit: formatCount(MAX_INPUT_CHARACTERS),
          })}
        </p>
      ) : null}
      <ul className={styles.variants}>
        {lines.map(({ id, settings }, index) => (
          <Variant
            key={id}
            number={index + 1}
            text={text}
            settings={settings}
            take={costs[index]?.take}
            credits={isFree ? null : isSpeakable ? characters : 0}
            state={run.states.get(id)}
            isFixed={run.isRunning || run.states.get(id)?.kind === 'making'}
            onChange={(patch) => {
              run.forget(id)
              const change = (line: AuditionVariant) =>
                line.id === id ? { ...line, settings: { ...line.settings, ...patch } } : line
              setLines((before) => before.map(change))
            }}
            onUse={() => {
              speakWith(session, settings)
              session.note('vibes.used', { number: index + 1 })
              close()
            }}
            {...(lines.length > 1 && {
              onRemove: () => {
                setLines((before) => before.filter((line) => line.id !== id))
              },
            })}
          />
        ))}
      </ul>
      <div>
        <Button
          icon={<Plus size={15} />}
          isDisabled={run.isRunning}
          onPress={() => {
            setLines((before) => [...before, nextLine(session, before, settingsOf(story, block))])
          }}
        >
          {t('vibes.addVariant')}
        </Button>
      </div>
      <p role="status">
        {isUnderWay && !run.isRunning
          ? t('vibes.stopped')
          : missing.length === 0
            ? t('vibes.allMade')
            : isFree
              ? t('vibes.toMake', { count: missing.length })
              : t('vibes.cost', {
                  count: missing.length,
                  credits: t('units.estimate', { count: credits }),
                })}
      </p>
    </Dialog>
  )
}

/** The block unchanged, for comparison, and a variant for each of the vibes. */
function firstLines(settings: SpeechSettings, vibes: readonly VibeRef[]): readonly AuditionVariant[] {
  const emotional: SpeechSettings = { ...settings, model: EMOTION_MODEL }
  const others = vibes
    .filter(({ id }) => id !== settings.vibe?.id || !isEmotional(settings))
    .map((vibe) => ({ ...emotional, vibe }))
  return [settings, ...others].map((each, id) => ({ id, settings: each }))
}

/** Another variant: like the last one, with a voice that none of them has. */
function nextLine(app: App, lines: readonly AuditionVariant[], settings: SpeechSettings): AuditionVariant {
  const id = Math.max(-1, ...lines.map((line) => line.id)) + 1
  const last = lines.at(-1)?.settings ?? settings
  const used = [last.voiceId, ...lines.map((line) => line.settings.voiceId)]
  return { id, settings: { ...last, voiceId: nextVoice(app, used) ?? last.voiceId, model: EMOTION_MODEL } }
}

interface VariantProps {
  /** Counts from 1. */
  readonly number: number
  /** The line that is compared. */
  readonly text: string
  readonly settings: SpeechSettings
  readonly take: Take | undefined
  /** The estimated cost of making the take; null if it costs nothing. */
  readonly credits: number | null
  /** Whether the take is being made, or has failed; undefined otherwise. */
  readonly state: VariantState | undefined
  /** Whether the settings cannot be changed now, because a request with them is on its way. */
  readonly isFixed: boolean
  readonly onChange: (patch: Partial<SpeechSettings>) => void
  readonly onUse: () => void
  readonly onRemove?: () => void
}

/** A voice and a vibe of an audition, and the take that was made with them. */
function Variant(props: VariantProps) {
  const { number, text, settings, take, credits, state, isFixed, onChange, onUse, onRemove } = props
  const { t } = useTranslation()
  const session = useSession()
  const change = (patch: Partial<SpeechSettings>) => {
    if (!isFixed) onChange('vibe' in patch ? { ...patch, model: EMOTION_MODEL } : patch)
  }
  return (
    <li className={styles.variant} aria-label={t('vibes.variant', { number })}>
      <div className={styles.choice}>
        <SpeechSettingsFields
          names={['voiceId', 'vibe']}
          settings={{ ...settings, model: EMOTION_MODEL, vibe: isEmotional(settings) ? settings.vibe : null }}
          voiceFor={{ text }}
          label={(name) => t(name === 'vibe' ? 'vibes.vibeOf' : 'vibes.voiceOf', { number })}
          voiceWarning={
            <UnreadTextWarning
              text={text}
              voiceId={settings.voiceId}
              onUse={(voiceId) => {
                change({ voiceId })
              }}
            />
          }
          onChange={change}
        />
      </div>
      <div className={styles.result}>
        {take === undefined ? null : (
          <IconButton
            label={t('vibes.playVariant', { number })}
            look="round"
            onPress={() => {
              session.player.playAudio(take.audioId, take.startMs, take.endMs)
            }}
          >
            <Play size={12} fill="currentColor" />
          </IconButton>
        )}
        <span role="status">
          {take !== undefined
            ? t('vibes.ready')
            : state?.kind === 'making'
              ? t('vibes.making')
              : state?.kind === 'failed'
                ? t('vibes.failedOne')
                : credits === null
                  ? t('vibes.notMade')
                  : t('units.estimate', { count: credits })}
        </span>
        <IconButton label={t('vibes.useVariant', { number })} isDisabled={isFixed} onPress={onUse}>
          <Check size={15} />
        </IconButton>
        {onRemove === undefined ? null : (
          <IconButton label={t('vibes.removeVariant', { number })} isDisabled={isFixed} onPress={onRemove}>
            <Trash2 size={15} />
          </IconButton>
        )}
      </div>
      {take === undefined && state?.kind === 'failed' ? (
        <p role="alert" className={styles.bad}>
          {errorText(t, state.error)}
        </p>
      ) : null}
    </li>
  )
}

/** One voice and vibe for a line. */
interface AuditionVariant {
  readonly id: number
  readonly settings: SpeechSettings
}

type VariantState = { readonly kind: 'making' } | { readonly kind: 'failed'; readonly error: WireError }

interface AuditionRun {
  /** The progress or failure of variants, by their ids. */
  readonly states: ReadonlyMap<number, VariantState>
  readonly isRunning: boolean
  /**
   * Makes variants one after another; a failure does not stop the others. Throws if a cap is reached, or if the words were paid for by
   * jobs other than `despite`, and then makes no more.
   */
  make(
    text: string,
    variants: readonly AuditionVariant[],
    despite: readonly string[] | undefined,
  ): Promise<void>
  /** Stops sending. Requests already sent still complete. */
  stop(): void
  /** Clears the failure of a variant whose settings changed. */
  forget(id: number): void
}

/** Making the variants of an audition. Ends with the component, so that nothing is sent unseen. */
function useAudition(blockId: BlockId): AuditionRun {
  const session = useSession()
  const projectId = useProjectId()
  const [states, setStates] = useState<ReadonlyMap<number, VariantState>>(new Map())
  const [isRunning, setIsRunning] = useState(false)
  const current = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      current.current?.abort()
    },
    [],
  )

  function note(id: number, state: VariantState | null): void {
    setStates((before) => {
      const others = [...before].filter(([other]) => other !== id)
      return new Map(state === null ? others : [...others, [id, state]])
    })
  }

  async function makeOne(
    { id, settings }: AuditionVariant,
    text: string,
    despite: readonly string[] | undefined,
  ) {
    note(id, { kind: 'making' })
    try {
      await session.bridge.call('vibes:audition', {
        projectId,
        blockId,
        text,
        settings,
        despite,
      })
      note(id, null)
    } catch (error) {
      if (isOverCap(error) || isAlreadyPaid(error)) {
        note(id, null)
        throw error
      }
      note(id, { kind: 'failed', error: toWireError(session, error) })
    }
  }

  return {
    states,
    isRunning,
    async make(text, variants, despite) {
      const run = new AbortController()
      const stopped = new Promise<void>((resolve) => {
        run.signal.addEventListener('abort', () => {
          resolve()
        })
      })
      current.current = run
      setIsRunning(true)
      try {
        await session.saver.flush()
        for (const variant of variants) {
          if (run.signal.aborted) break
          await Promise.race([makeOne(variant, text, despite), stopped])
        }
      } finally {
        setIsRunning(false)
      }
    },
    stop() {
      current.current?.abort()
    },
    forget(id) {
      if (states.get(id)?.kind === 'failed') note(id, null)
    },
  }
}
