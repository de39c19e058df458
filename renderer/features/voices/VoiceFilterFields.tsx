import { useState } from 'react'
import { Button, Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { changeSettings } from '../../actions/settings.ts'
import { useApp } from '../../hooks/app.ts'
import { localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import {
  NO_FILTERS,
  valueOf,
  type FilterName,
  type FoundVoice,
  type FoundVoices,
  type VoiceFilters,
} from './findVoices.ts'
import styles from './VoiceFilterFields.module.css'
import { CheckMark } from '../../ui/CheckMark.tsx'

/** The number of values of a filter shown at first; selected ones are always shown. */
const FIRST = 5

interface VoiceFilterFieldsProps {
  readonly voices: readonly FoundVoice[]
  readonly counts: FoundVoices['counts']
  readonly filters: VoiceFilters
}

/** The filters of the list of voices, with the number of voices for each choice. The choices are remembered. */
export function VoiceFilterFields({ voices, counts, filters }: VoiceFilterFieldsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const namesOf = (name: FilterName): ReadonlyMap<string, string> =>
    new Map(
      voices.map((voice) => [
        valueOf(voice, name),
        name === 'gender'
          ? t(`voices.genders.${voice.gender ?? 'unknown'}`)
          : name === 'language'
            ? voice.languageName
            : voice.makerName,
      ]),
    )
  return (
    <div className={styles.filters}>
      {(['maker', 'language', 'gender'] as const).map((name) => (
        <FilterGroup key={name} name={name} names={namesOf(name)} counts={counts[name]} filters={filters} />
      ))}
      {Object.values(filters).every((chosen) => chosen.length === 0) ? null : (
        <Button
          className={styles.more ?? ''}
          onPress={() => {
            changeSettings(app, { voiceFilters: NO_FILTERS })
          }}
        >
          {t('voices.clearFilters')}
        </Button>
      )}
    </div>
  )
}

interface FilterGroupProps {
  readonly name: FilterName
  /** The name of each value that voices have. */
  readonly names: ReadonlyMap<string, string>
  readonly counts: ReadonlyMap<string, number>
  readonly filters: VoiceFilters
}

function FilterGroup({ name, names, counts, filters }: FilterGroupProps) {
  const { t } = useTranslation()
  const app = useApp()
  const [showsAll, setShowsAll] = useState(false)
  const chosen = filters[name]
  const countOf = (value: string) => counts.get(value) ?? 0
  const known = [...new Set([...names.keys(), ...chosen])]
  if (known.length < 2) return null
  const values = known.filter((value) => countOf(value) > 0 || chosen.includes(value))
  const nameOf = (value: string) => names.get(value) ?? value
  const { names: order, locale } = localeFormats()
  const [own = ''] = locale.split('-')
  /** The writer's languages first. */
  const rankOf = (value: string) => (name === 'language' && value.split('-')[0] === own ? 0 : 1)
  const sorted = values.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || countOf(b) - countOf(a) || order.compare(nameOf(a), nameOf(b)),
  )
  const shown = showsAll ? sorted : sorted.filter((value, index) => index < FIRST || chosen.includes(value))
  return (
    <CheckboxGroup
      className={styles.group ?? ''}
      value={[...chosen]}
      onChange={(values) => {
        changeSettings(app, { voiceFilters: { ...filters, [name]: values } })
      }}
    >
      <Label className={styles.label ?? ''}>{t(`voices.filter.${name}`)}</Label>
      {shown.map((value) => (
        <Checkbox
          key={value}
          value={value}
          className={styles.row ?? ''}
          aria-label={t('voices.choice', { name: nameOf(value), count: countOf(value) })}
        >
          <CheckMark />
          <span className={styles.name} title={nameOf(value)}>
            {nameOf(value)}
          </span>
          <span className={styles.count}>{countOf(value)}</span>
        </Checkbox>
      ))}
      {showsAll || shown.length === values.length ? null : (
        <Button
          className={styles.more ?? ''}
          onPress={() => {
            setShowsAll(true)
          }}
        >
          {t(`voices.all.${name}`, { count: values.length })}
        </Button>
      )}
    </CheckboxGroup>
  )
}
