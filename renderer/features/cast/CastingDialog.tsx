import { Lock, LockOpen } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isNarrator } from '../../../shared/import/speakers/speakers.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { castVoices } from '../../../shared/story/castCommands.ts'
import {
  GENDERS,
  type Block,
  type Character,
  type CharacterId,
  type Gender,
} from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import { castStory, countOtherGender } from '../../../shared/voices/casting.ts'
import { giveCastVoices, knownVoices } from '../../actions/cast.ts'
import { consequenceOf } from '../../actions/voicePicking.ts'
import { OtherGender } from '../../fields/OtherGender.tsx'
import { HearButton } from '../../fields/VoiceField.tsx'
import { useHearing } from '../../hooks/hearing.ts'
import { useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useIsFree, useStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { SelectBox } from '../../ui/SelectBox.tsx'
import { IconToggle } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './CastingDialog.module.css'

/** A line of this many characters is enough to judge a voice. */
const TELLING = 40

/** The writer's decision about a character. */
interface Decision {
  readonly gender: Gender | null
  /** The voice to keep; null to choose one. */
  readonly kept: string | null
}

/** All voices of a story at once: chosen by language and gender, to hear, change and accept as one edit. */
export function CastingDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const story = useStory()
  const voices = useAppState((state) => state.voices)
  const [decisions, setDecisions] = useState<ReadonlyMap<CharacterId, Decision>>(
    () =>
      new Map(
        story.cast.map(({ id, gender, settings, isVoiceChosen }) => [
          id,
          { gender, kept: isVoiceChosen ? settings.voiceId : null },
        ]),
      ),
  )
  const known = useMemo(() => knownVoices(session, story), [session, story])
  const [takesKnown, setTakesKnown] = useState(false)
  const [mixes, setMixes] = useState(false)
  const casting = useMemo(() => {
    const kept = [...decisions].flatMap(([id, decision]) => {
      const voice = decision.kept ?? (takesKnown ? known.get(id) : undefined)
      return voice === undefined ? [] : [[id, voice] as const]
    })
    return castStory(story, voices, {
      genders: new Map(Array.from(decisions, ([id, { gender }]) => [id, gender])),
      kept: new Map(kept),
      isNarrator: (name) => isNarrator(name, t('inspector.narrator')),
      mixes,
    })
  }, [t, story, voices, decisions, known, takesKnown, mixes])
  const lines = useMemo(
    () =>
      firstLines(
        story.cast.map(({ id }) => id),
        blocksOf(story).filter((block) => hasSpeech(story, block)),
      ),
    [story],
  )
  const fitting = casting.pool.flatMap(({ id }) => voices.find((voice) => voice.id === id) ?? [])
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const isFree = useIsFree()
  const given = useMemo(
    () => ({
      members: story.cast.map(({ id, settings }) => ({
        id,
        voiceId: casting.voices.get(id) ?? settings.voiceId,
        gender: decisions.get(id)?.gender ?? null,
        isVoiceChosen: (decisions.get(id)?.kept ?? null) !== null,
      })),
      narratorVoice: casting.narratorVoice,
    }),
    [story, casting, decisions],
  )
  const otherGender = useMemo(() => countOtherGender(given.members, voices), [given, voices])
  const consequence = useMemo(
    () => consequenceOf(story, castVoices(story, given.members, given.narratorVoice), audio),
    [story, given, audio],
  )
  const decide = (id: CharacterId, patch: Partial<Decision>) => {
    setDecisions((before) =>
      new Map(before).set(id, { gender: null, kept: null, ...before.get(id), ...patch }),
    )
  }
  return (
    <ActionDialog
      title={t('cast.casting.title')}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      size="wide"
      action={{
        label: t('cast.casting.give'),
        isDisabled: story.cast.length === 0,
        onPress() {
          giveCastVoices(session, given)
          close()
        },
      }}
      onClose={close}
    >
      <p className={styles.about}>
        {casting.language === null
          ? t('cast.casting.anyLanguage')
          : t('cast.casting.inLanguage', { language: languageName(casting.language) })}
        {casting.hasOneNatural ? ` ${t('cast.casting.oneNatural')}` : ''}
      </p>
      <OtherGender counts={otherGender} />
      {mixes || otherGender.woman + otherGender.man > 0 ? (
        <SwitchField label={t('cast.casting.mixes')} isOn={mixes} onChange={setMixes} />
      ) : null}
      {known.size === 0 ? null : (
        <SwitchField
          label={t('cast.casting.asBefore', { count: known.size })}
          isOn={takesKnown}
          onChange={setTakesKnown}
        />
      )}
      {story.cast.length === 0 ? (
        <p>{t('inspector.castEmpty')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {(['name', 'gender', 'voice', 'keep'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`cast.casting.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {story.cast.map((character) => (
              <MemberRow
                key={character.id}
                character={character}
                gender={decisions.get(character.id)?.gender ?? null}
                isKept={(decisions.get(character.id)?.kept ?? null) !== null}
                voiceId={casting.voices.get(character.id) ?? character.settings.voiceId}
                voices={fitting}
                line={lines.get(character.id) ?? null}
                onDecide={(patch) => decide(character.id, patch)}
              />
            ))}
          </tbody>
        </table>
      )}
      <p role="status" className={styles.about}>
        {consequence.changed === 0
          ? t('cast.mergeStays')
          : isFree
            ? t('voices.changesFree', { count: consequence.changed })
            : t('voices.changes', {
                count: consequence.changed,
                credits: t('units.estimate', { count: consequence.credits }),
              })}
      </p>
    </ActionDialog>
  )
}

interface MemberRowProps {
  readonly character: Character
  readonly gender: Gender | null
  readonly isKept: boolean
  readonly voiceId: string
  /** The voices to choose from. */
  readonly voices: readonly VoiceView[]
  /** One of the character's own lines. */
  readonly line: Block | null
  readonly onDecide: (patch: Partial<Decision>) => void
}

function MemberRow({ character, gender, isKept, voiceId, voices, line, onDecide }: MemberRowProps) {
  const { t } = useTranslation()
  const hearing = useHearing(line === null ? null : { block: line, text: line.text })
  const all = useAppState((state) => state.voices)
  const own = all.find(({ id }) => id === voiceId)
  const { name } = character
  const voiceName = own?.name ?? voiceId
  const shown = voices.some(({ id }) => id === voiceId)
    ? voices
    : [{ id: voiceId, name: voiceName }, ...voices]
  const keepLabel = t('cast.casting.keep', { name })
  return (
    <tr>
      <th scope="row">
        <span className={styles.dot} style={characterColor(character.color)} aria-hidden="true" />
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
      </th>
      <td>
        <SelectBox
          aria-label={t('cast.casting.genderOf', { name })}
          value={gender ?? ''}
          onChange={({ target }) =>
            onDecide({ gender: GENDERS.find((each) => each === target.value) ?? null })
          }
        >
          <option value="">{t('cast.genders.none')}</option>
          {GENDERS.map((each) => (
            <option key={each} value={each}>
              {t(`cast.genders.${each}`)}
            </option>
          ))}
        </SelectBox>
      </td>
      <td>
        <span className={styles.voice}>
          {hearing === null ? null : (
            <HearButton voice={{ id: voiceId, name: `${name}, ${voiceName}` }} hearing={hearing} />
          )}
          <SelectBox
            isWide
            aria-label={t('cast.casting.voiceOf', { name })}
            value={voiceId}
            // A voice chosen by the writer is kept.
            onChange={({ target }) => onDecide({ kept: target.value })}
          >
            {shown.map((voice) => (
              <option key={voice.id} value={voice.id}>
                {voice.name}
              </option>
            ))}
          </SelectBox>
        </span>
      </td>
      <td>
        <IconToggle
          label={keepLabel}
          tip={keepLabel}
          isOn={isKept}
          onChange={(isOn) => onDecide({ kept: isOn ? voiceId : null })}
        >
          {isKept ? <Lock size={15} /> : <LockOpen size={15} />}
        </IconToggle>
      </td>
    </tr>
  )
}

/** For each character, the first block that is long enough to judge a voice, otherwise its first block. */
function firstLines(ids: readonly CharacterId[], blocks: readonly Block[]): ReadonlyMap<CharacterId, Block> {
  const lines = new Map<CharacterId, Block>()
  const wanted = new Set(ids)
  for (const block of blocks) {
    const { characterId: id } = block
    if (id === null || !wanted.has(id)) continue
    const before = lines.get(id)
    if (before === undefined || (before.text.length < TELLING && block.text.length >= TELLING))
      lines.set(id, block)
  }
  return lines
}
