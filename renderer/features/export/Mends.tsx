import type { TFunction } from 'i18next'
import { Wrench } from 'lucide-react'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { Mend } from '../../../shared/export/mends.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { useSession } from '../../hooks/session.ts'
import { formatDb } from '../../i18n/format.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf, type Session } from '../../stores/app.ts'
import { Button } from '../../ui/Button.tsx'

/** Applies fixes: returns the new settings, and changes gains of blocks in the story. */
export function mend(session: Session, settings: ExportSettings, mends: readonly Mend[]): ExportSettings {
  let mended = settings
  for (const { does } of mends) {
    if (does.kind === 'settings') mended = does.change(mended)
    else {
      const story = storyOf(session)
      const gainDb = (findBlock(story, does.blockId)?.gainDb ?? 0) + does.byDb
      session.edit('edits.gain', patchBlocks(story, [does.blockId], { gainDb }))
    }
  }
  return mended
}

interface MendButtonsProps {
  readonly settings: ExportSettings
  /** The best first. */
  readonly mends: readonly Mend[]
  /** Checks again, with other settings. */
  readonly onCheck: (settings: ExportSettings) => void
}

/** A button for each fix of a failed check. */
export function MendButtons({ settings, mends, onCheck }: MendButtonsProps) {
  const { t } = useTranslation()
  const session = useSession()
  return mends.map((each) => (
    <Button
      key={each.id}
      size="small"
      icon={<Wrench size={14} aria-hidden="true" />}
      onPress={() => onCheck(mend(session, settings, [each]))}
    >
      {labelOf(t, each)}
    </Button>
  ))
}

function labelOf(t: TFunction, { id, value }: Mend): string {
  const isLevel = id === 'lower' || id === 'raise' || id === 'limit' || id === 'lowerBlock'
  return t(`exports.mends.${id}`, {
    value: isLevel ? formatDb(value, 1, 1) : localeFormats().decimal(value, 0, 2),
  })
}
