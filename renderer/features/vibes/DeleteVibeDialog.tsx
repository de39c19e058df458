import type { TFunction } from 'i18next'
import type { VibeView } from '../../../shared/ipc/vibesContract.ts'
import { removeVibe } from '../../actions/vibes.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession } from '../../hooks/session.ts'
import { formatList } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { VibeInUse } from '../../stores/openDialog.ts'

/** Asks for confirmation before deleting a vibe that is in use. */
export function DeleteVibeDialog({ vibe, inUse }: { readonly vibe: VibeView; readonly inUse: VibeInUse }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <DeleteQuestion
      question={questionOf(t, vibe.name, inUse)}
      go={t('vibes.deleteGo')}
      onDelete={async () => removeVibe(session, vibe)}
      onClose={useCloseDialog()}
    />
  )
}

/** The most blocks and stories to name. */
const MOST_NAMED = 12

function questionOf(t: TFunction, name: string, { blocks, characters, stories }: VibeInUse): string {
  const listed = (all: readonly (number | string)[]) => {
    const more = all.length - MOST_NAMED
    const named = all.slice(0, MOST_NAMED).map((each) => (each === '' ? t('app.untitled') : String(each)))
    return formatList(more > 0 ? [...named, t('vibes.andMore', { count: more })] : named)
  }
  const parts = [
    blocks.length > 0 && t('vibes.usedByBlocks', { name, count: blocks.length, numbers: listed(blocks) }),
    characters.length > 0 &&
      t('vibes.usedByCharacters', { name, count: characters.length, names: listed(characters) }),
    stories.length > 0 && t('vibes.usedByStories', { name, count: stories.length, titles: listed(stories) }),
  ]
  return [...parts.filter((part) => part !== false), t('vibes.deleteNote')].join(' ')
}
