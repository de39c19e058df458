import { X } from 'lucide-react'
import { Button as AriaButton, Tag, TagGroup, TagList } from 'react-aria-components'
import { chooseShown, setFilter, toggleCondition } from '../../actions/filtering.ts'
import { focusRegion } from '../../actions/regions.ts'
import { useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { conditionKey, NO_FILTER } from '../../stores/blockFilter.ts'
import { Button } from '../../ui/Button.tsx'
import { conditionName, isNameWritten, shownOf } from './conditions.ts'
import styles from './FilterChips.module.css'

/** The filter of the script: a removable chip for each condition. Nothing without a filter. */
export function FilterChips({ shown }: { readonly shown: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const filter = useEditor((state) => state.filter)
  if (filter.length === 0) return null
  return (
    <div className={styles.bar}>
      <TagGroup
        className={styles.group ?? ''}
        aria-label={t('script.filter.chips')}
        onRemove={(keys) => {
          const removed = filter.find((condition) => keys.has(conditionKey(condition)))
          if (removed === undefined) return
          toggleCondition(session, removed)
          if (filter.length === 1) focusRegion('script')
        }}
      >
        <TagList className={styles.chips ?? ''}>
          {filter.map((condition) => {
            const name = conditionName(t, story, condition)
            return (
              <Tag
                key={conditionKey(condition)}
                id={conditionKey(condition)}
                textValue={name}
                className={styles.chip ?? ''}
              >
                <span {...(isNameWritten(condition) && { dir: 'auto' })}>{name}</span>
                <AriaButton
                  slot="remove"
                  className={styles.remove ?? ''}
                  aria-label={t('script.filter.remove', { name })}
                >
                  <X size={12} />
                </AriaButton>
              </Tag>
            )
          })}
        </TagList>
      </TagGroup>
      <span className={styles.count}>{shownOf(t, shown, story)}</span>
      <Button size="small" tone="quiet" isDisabled={shown === 0} onPress={() => chooseShown(session)}>
        {t('script.filter.selectAll')}
      </Button>
      <Button
        size="small"
        tone="quiet"
        onPress={() => {
          setFilter(session, NO_FILTER)
          focusRegion('script')
        }}
      >
        {t('script.filter.clear')}
      </Button>
    </div>
  )
}
