import type { BlockId } from '../../../shared/story/records.ts'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Warning } from '../../ui/Warning.tsx'

/** Warns before their audio is made that blocks will sound rushed or dragged; nothing where they will sound as usual. */
export function FitWarning({ ids }: { readonly ids: readonly BlockId[] }) {
  const { t } = useTranslation()
  const forecasts = useForecasts(ids)
  const textOf = useForecastText()
  const [first] = forecasts
  if (first === undefined) return null
  return (
    <Warning
      text={ids.length === 1 ? textOf(first) : t('inspector.fit.several', { count: forecasts.length })}
    />
  )
}
