import { Check, X } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { speakerKey } from '../../../shared/import/source.ts'
import {
  nameSpeakers,
  speakersOf,
  variantsOf,
  type ImportSpeaker,
} from '../../../shared/import/speakers/speakers.ts'
import { SURE } from '../../../shared/import/speakers/suggestion.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { OtherGender } from '../../fields/OtherGender.tsx'
import { useImportedVoices } from '../../hooks/voiceOptions.ts'
import { formatCount, formatList } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconToggle } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { AskModel, type LabelReview } from './AskModel.tsx'
import styles from './Import.module.css'
import type { Decision, ImportReview } from './useImport.ts'

interface ImportSpeakersProps {
  readonly review: ImportReview
  readonly labels: LabelReview
}

/** The speakers that were found: each can be accepted, rejected, renamed, and merged with another. */
export const ImportSpeakers = memo(function ImportSpeakers({ review, labels }: ImportSpeakersProps) {
  const { t } = useTranslation()
  const { options, decide, plan, source, tally, filter, showOnly } = review
  const showsUnclear = filter?.kind === 'unclear'
  const { speakers: chosen } = options
  const speakers = useMemo(() => speakersOf(tally, { speakers: chosen }), [tally, chosen])
  const unclear = plan.unclear.length
  /** Accepts the speakers with all their lines, including the uncertain ones. */
  const acceptWhere = (isMeant: (speaker: ImportSpeaker) => boolean) => {
    decide(answered(speakers.filter(isMeant), true))
  }
  const { missing } = useImportedVoices(source.language)
  const otherGender = {
    woman: missing.includes('woman') ? plan.genders.woman : 0,
    man: missing.includes('man') ? plan.genders.man : 0,
  }
  if (speakers.length === 0 && unclear === 0 && !showsUnclear) return null
  return (
    <div className={styles.group}>
      <header className={styles.speakersHead}>
        <h2>
          {t('imports.speakers')} <small>{t('imports.suggested', { count: speakers.length })}</small>
        </h2>
        <span className={styles.acceptMany}>
          <Button
            tone="quiet"
            size="small"
            onPress={() => {
              acceptWhere(({ confidence }) => confidence > SURE)
            }}
          >
            {t('imports.acceptSure')}
          </Button>
          <Button
            tone="quiet"
            size="small"
            onPress={() => {
              acceptWhere(({ state }) => state !== 'rejected')
            }}
          >
            {t('imports.acceptAll')}
          </Button>
        </span>
      </header>
      <OtherGender counts={otherGender} />
      <ul className={styles.speakers}>
        {speakers.map((speaker) => (
          <Speaker
            key={speaker.key}
            speaker={speaker}
            speakers={speakers}
            tally={tally}
            color={review.colors.get(speaker.key)}
            decide={decide}
          />
        ))}
      </ul>
      <p className={styles.note}>{t('imports.rest')}</p>
      {unclear === 0 && !showsUnclear ? null : (
        <SwitchField
          label={t('imports.showUnclear')}
          hint={t('imports.unclear', { count: unclear, formatted: formatCount(unclear) })}
          isOn={showsUnclear}
          onChange={(isShown) => {
            showOnly(isShown ? { kind: 'unclear', lines: plan.unclear } : null)
          }}
        />
      )}
      <AskModel
        labels={labels}
        asking={plan.asking}
        unclear={unclear}
        showsLabels={filter?.kind === 'labels'}
        onShowLabels={(isShown) => {
          showOnly(isShown ? { kind: 'labels', lines: [...labels.proposals.keys()] } : null)
        }}
      />
    </div>
  )
})

/** The decisions after these speakers are accepted or rejected with all their lines. */
function answered(speakers: readonly ImportSpeaker[], isAccepted: boolean): Decision {
  const keys = speakers.flatMap((speaker) => speaker.keys)
  return (options) => ({
    speakers: new Map([
      ...options.speakers,
      ...keys.map((key) => [key, { ...options.speakers.get(key), isAccepted }] as const),
    ]),
  })
}

interface SpeakerProps extends Pick<ImportReview, 'decide' | 'tally'> {
  readonly speaker: ImportSpeaker
  /** All speakers. */
  readonly speakers: readonly ImportSpeaker[]
  readonly color: number | undefined
}

/** A speaker, drawn again only for decisions about the speakers. */
const Speaker = memo(function Speaker({ speaker, speakers, tally, color, decide }: SpeakerProps) {
  const { t } = useTranslation()
  const { key, keys, name, lines, confidence, state } = speaker
  const percent = Math.round(confidence * 100)
  const variants = variantsOf(speaker, speakers)
  const ownName = (each: string) => tally.names.get(each) ?? each
  const rename = (renamed: readonly string[], chosen: string | undefined) => {
    decide((options) => ({ speakers: nameSpeakers(tally, options, renamed, chosen) }))
  }
  return (
    <li className={styles.speaker} data-state={state} style={characterColor(color)}>
      <div>
        <SpeakerName
          name={name}
          ownName={ownName(key)}
          names={speakers.map((each) => each.name)}
          merged={keys.filter((each) => each !== key).map((each) => ({ key: each, name: ownName(each) }))}
          onName={(chosen) => {
            rename(chosen === undefined ? [key] : keys, chosen)
          }}
          onPart={(parted) => {
            rename([parted], undefined)
          }}
        />
        <p className={styles.note}>
          {t('imports.lines', { count: lines, formatted: formatCount(lines) })}{' '}
          <meter
            className={styles.meter}
            min={0}
            max={100}
            high={SURE * 100}
            optimum={100}
            value={percent}
            aria-hidden="true"
          />{' '}
          {t('imports.sure', { percent })}
        </p>
        {variants.length === 0 ? null : (
          <Button
            tone="quiet"
            size="small"
            onPress={() => {
              rename(
                variants.flatMap((variant) => variant.keys),
                name,
              )
            }}
          >
            {t('imports.mergeVariants', {
              names: formatList(variants.map((variant) => variant.name)),
            })}
          </Button>
        )}
      </div>
      <IconToggle
        label={t('imports.accept', { name })}
        tip={t('imports.accept', { name })}
        isOn={state === 'accepted'}
        onChange={() => {
          decide(answered([speaker], true))
        }}
      >
        <Check size={15} />
      </IconToggle>
      <IconToggle
        label={t('imports.reject', { name })}
        tip={t('imports.reject', { name })}
        isOn={state === 'rejected'}
        onChange={() => {
          decide(answered([speaker], false))
        }}
      >
        <X size={15} />
      </IconToggle>
    </li>
  )
})

interface SpeakerNameProps {
  /** As the writer named the speaker, or as the text does. */
  readonly name: string
  /** As the text names the speaker. */
  readonly ownName: string
  /** The names of all speakers. */
  readonly names: readonly string[]
  /** The speakers merged into this one, by key, with the names in the text. */
  readonly merged: readonly { readonly key: string; readonly name: string }[]
  /** Names the speaker; undefined for the name in the text. The name of another speaker merges both. */
  readonly onName: (name: string | undefined) => void
  /** Separates a speaker that was merged into this one. */
  readonly onPart: (key: string) => void
}

/** The name of a speaker: a click merges it with another or renames it, and so does F2. */
function SpeakerName({ name, ownName, names, merged, onName, onPart }: SpeakerNameProps) {
  const { t } = useTranslation()
  /** The name that is typed; null while none is. It is applied on Enter, because a partly typed name could be that of another speaker. */
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** Whether to show the field once the menu has returned the focus to its button: an open menu keeps it. */
  const isNext = useRef(false)
  const end = (isKept: boolean) => {
    setTyped(null)
    if (isKept && typed !== null && typed !== name) onName(typed.trim() === '' ? undefined : typed)
  }
  const endByKey = (isKept: boolean) => {
    end(isKept)
    // The button exists once this is drawn.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  const rename = () => {
    setTyped(name)
  }
  const others = names.filter((other) => speakerKey(other) !== speakerKey(name))
  return (
    <div
      ref={box}
      onFocus={({ target }) => {
        if (!isNext.current || box.current?.contains(target) !== true) return
        isNext.current = false
        rename()
      }}
      onKeyDown={(event) => {
        if (event.key === 'F2' && typed === null) rename()
      }}
    >
      {typed === null ? (
        <MenuButton
          label={t('imports.speakerMenu', { name })}
          className={styles.speakerName}
          entries={[
            {
              id: 'rename',
              label: t('imports.renameSpeaker'),
              shortcut: 'F2',
              onAction: () => {
                isNext.current = true
              },
            },
            ...(name === ownName
              ? []
              : [
                  {
                    id: 'own',
                    label: t('imports.ownName', { name: ownName }),
                    onAction: () => {
                      onName(undefined)
                    },
                  },
                ]),
            ...merged.map((part, index) => ({
              id: `part ${part.key}`,
              label: t('imports.part', { name: part.name }),
              startsGroup: index === 0,
              onAction: () => {
                onPart(part.key)
              },
            })),
            ...others.map((other, index) => ({
              id: `merge ${other}`,
              label: t('imports.mergeWith', { name: other }),
              startsGroup: index === 0,
              onAction: () => {
                onName(other)
              },
            })),
          ]}
        >
          <span dir="auto">{name}</span>
        </MenuButton>
      ) : (
        <input
          className={styles.speakerField}
          dir="auto"
          autoFocus
          aria-label={t('imports.speakerName', { name: ownName })}
          maxLength={MAX_LABEL}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation() // Escape would close the review
            endByKey(event.key === 'Enter')
          }}
          onBlur={() => {
            end(true)
          }}
        />
      )}
    </div>
  )
}
