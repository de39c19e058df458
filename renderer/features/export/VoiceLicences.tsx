import { useMemo } from 'react'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAppState } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Warning } from '../../ui/Warning.tsx'

/** Names the voices of a story whose licence forbids the sale of their audio, or does not speak of it. */
export function VoiceLicences({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { forbidden, notStated } = useMemo(() => {
    const used =
      story.info.connectionId === BUILT_IN_CONNECTION
        ? new Set(blocksOf(story).map((block) => settingsOf(story, block).voiceId))
        : new Set<string>()
    const namesOf = (allows: boolean | null) => {
      const licensed = voices.flatMap(({ id, name, pack }) =>
        pack !== null && used.has(id) && pack.licence.allowsCommercialUse === allows
          ? [`${name} (${pack.licence.name})`]
          : [],
      )
      return licensed.join(', ')
    }
    return { forbidden: namesOf(false), notStated: namesOf(null) }
  }, [story, voices])
  return (
    <>
      {forbidden === '' ? null : <Warning text={t('exports.mayNotBeSold', { voices: forbidden })} />}
      {notStated === '' ? null : <Warning text={t('exports.saleNotStated', { voices: notStated })} />}
    </>
  )
}
