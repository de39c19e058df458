import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_LINE_CHARACTERS } from '../../../shared/ipc/vibesContract.ts'
import { auditionCost } from '../../../shared/story/audition.ts'
import type { Block } from '../../../shared/story/records.ts'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { isEmotional, isSameSettings } from '../../../shared/story/speechSettings.ts'
import type { SpeechSettings, VibeRef } from '../../../shared/story/speechSettings.ts'
import { MAX_INPUT_CHARACTERS, countCharacters } from '../../../shared/speech-api/limits.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import { askingToBuy } from '../../actions/conversions.ts'
import { nextVoice } from '../../actions/voices.ts'
import { speakWith } from '../../actions/vibes.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useEditor, useIsFree, useSession, useStory } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { App } from '../../stores/app.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import styles from './AuditionDialog.module.css'
import { useAudition } from './useAudition.ts'
import type { AuditionVariant } from './useAudition.ts'
import { Variant } from './Variant.tsx'

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
  // Two variants of the same settings are one take.
  const missing = lines.filter(
    ({ settings }, index) =>
      costs[index]?.take === undefined &&
      lines.findIndex((other) => isSameSettings(other.settings, settings)) === index,
  )
  const credits = isSpeakable ? missing.length * characters : 0
  const close = useCloseDialog()
  const make = () => {
    // The takes of requests that were sent already come in by themselves.
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

/** The block as it is, for comparison, and a variant for each of the vibes. */
function firstLines(settings: SpeechSettings, vibes: readonly VibeRef[]): readonly AuditionVariant[] {
  const emotional: SpeechSettings = { ...settings, model: EMOTION_MODEL }
  const others = vibes
    .filter(({ id }) => id !== settings.vibe?.id || !isEmotional(settings))
    .map((vibe) => ({ ...emotional, vibe }))
  return [settings, ...others].map((each, id) => ({ id, settings: each }))
}

/** A further variant: like the last one, in a voice that none of them has. */
function nextLine(app: App, lines: readonly AuditionVariant[], settings: SpeechSettings): AuditionVariant {
  const id = Math.max(-1, ...lines.map((line) => line.id)) + 1
  const last = lines.at(-1)?.settings ?? settings
  const used = [last.voiceId, ...lines.map((line) => line.settings.voiceId)]
  return { id, settings: { ...last, voiceId: nextVoice(app, used) ?? last.voiceId, model: EMOTION_MODEL } }
}
