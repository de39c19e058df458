import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Connections.module.css'

interface ServerItemProps {
  readonly name: string
  /** What there is to know of it, on a line below its name. */
  readonly facts: string
  /** What a test found out, or what it is at; null where there is nothing to say. */
  readonly status: string | null
  readonly isAsking: boolean
  readonly hasKey: boolean
  /** Asked before it is removed. */
  readonly removeQuestion: string
  readonly onTest: () => void
  readonly onEdit: () => void
  readonly onRemoveKey: () => Promise<void>
  readonly onRemove: () => Promise<void>
}

/** A server that the writer set up, and what can be done with it. */
export function ServerItem(props: ServerItemProps) {
  const { name, facts, status, isAsking, hasKey, removeQuestion } = props
  const { onTest, onEdit, onRemoveKey, onRemove } = props
  const { t } = useTranslation()
  const world = useWorld()
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <b>{name}</b>
        <small>{facts}</small>
      </div>
      <p className={styles.outcome} role="status">
        {status}
      </p>
      {isRemoving ? (
        <>
          <p className={styles.outcome}>{removeQuestion}</p>
          <div className={styles.buttons}>
            <Button
              tone="danger"
              onPress={() => {
                onRemove().catch(world.report)
              }}
            >
              {t('connections.remove')}
            </Button>
            <Button
              autoFocus
              onPress={() => {
                setIsRemoving(false)
              }}
            >
              {t('connections.keep')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.buttons}>
          <Button aria-label={t('connections.testOne', { name })} isDisabled={isAsking} onPress={onTest}>
            {t('connections.test')}
          </Button>
          <Button aria-label={t('connections.editOne', { name })} onPress={onEdit}>
            {t('connections.edit')}
          </Button>
          {hasKey ? (
            <Button
              aria-label={t('connections.removeKeyOne', { name })}
              onPress={() => {
                onRemoveKey().catch(world.report)
              }}
            >
              {t('connections.removeKey')}
            </Button>
          ) : null}
          <Button
            tone="danger"
            aria-label={t('connections.removeOne', { name })}
            onPress={() => {
              setIsRemoving(true)
            }}
          >
            {t('connections.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
