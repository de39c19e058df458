import { useMemo } from 'react'
import type { Story } from '../../../shared/story/story.ts'
import { unsoldVoicesOf } from '../../../shared/story/unsoldVoices.ts'
import { useAppState } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Warning } from '../../ui/Warning.tsx'

/** Names the voices of a story whose licence forbids the sale of their audio, or does not speak of it. */
export function VoiceLicences({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { forbidden, notStated } = useMemo(() => {
    const licensed = voices.flatMap(({ id, name, pack }) =>
      pack === null ? [] : [{ id, name, licence: pack.licence }],
    )
    return unsoldVoicesOf(story, licensed)
  }, [story, voices])
  return (
    <>
      {forbidden.length === 0 ? null : (
        <Warning text={t('exports.mayNotBeSold', { voices: forbidden.join(', ') })} />
      )}
      {notStated.length === 0 ? null : (
        <Warning text={t('exports.saleNotStated', { voices: notStated.join(', ') })} />
      )}
    </>
  )
}
