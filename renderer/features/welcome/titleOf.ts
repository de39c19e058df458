import type { TFunction } from 'i18next'
import type { Recent } from '../../../shared/ipc/views.ts'

/** The title of a recent story, as it is shown. */
export function titleOf({ title }: Pick<Recent, 'title'>, t: TFunction): string {
  return title === '' ? t('app.untitled') : title
}
