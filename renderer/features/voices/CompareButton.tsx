import { Columns2 } from 'lucide-react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'

export interface Comparison {
  readonly compared: ReadonlySet<string>
  /** The voice in use, with which the first voice is compared. */
  readonly present: { readonly id: string; readonly name: string } | undefined
  readonly onChange: (compared: ReadonlySet<string>, voiceId: string) => void
}

/** Puts a voice among those that are compared, or takes it away. */
export function CompareButton({ id, comparison }: { readonly id: string; readonly comparison: Comparison }) {
  const { t } = useTranslation()
  const { compared, present, onChange } = comparison
  const isCompared = compared.has(id)
  const other = compared.size === 0 && present?.id !== id ? present : undefined
  const label = isCompared
    ? t('voices.compareNoMore')
    : other === undefined
      ? t('voices.compare')
      : t('voices.compareWith', { name: other.name })
  return (
    <Button
      size="small"
      icon={<Columns2 size={14} />}
      onPress={() => {
        const others = [...compared].filter((each) => each !== id)
        onChange(new Set(isCompared ? others : [...others, ...(other ? [other.id] : []), id]), id)
      }}
    >
      {label}
    </Button>
  )
}
