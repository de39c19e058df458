import { useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConversionRow } from './ConversionRow.tsx'
import styles from './Conversions.module.css'
import { EventsTab } from './EventsTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'
import { useConversions } from './useConversions.ts'
import { useStoredAudio } from './useStoredAudio.ts'

/** Every conversion of every story, what they cost, and how services tell of them. */
export function ConversionsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <Dialog
      title={t('conversions.title')}
      closeLabel={t('app.close')}
      size="wide"
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <Tabs className={styles.tabs ?? ''}>
        <TabList aria-label={t('conversions.tabsLabel')} className={styles.tabList ?? ''}>
          {(['list', 'ledger', 'events'] as const).map((id) => (
            <Tab key={id} id={id} className={styles.tab ?? ''}>
              {t(`conversions.tabs.${id}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="list" className={styles.panel ?? ''}>
          <List />
        </TabPanel>
        <TabPanel id="ledger" className={styles.panel ?? ''}>
          <LedgerTab />
        </TabPanel>
        <TabPanel id="events" className={styles.panel ?? ''}>
          <EventsTab />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}

function List() {
  const { t } = useTranslation()
  const { conversions, hasMore, showMore, drop } = useConversions()
  const audio = useStoredAudio()
  const [openPanel, setOpenPanel] = useState<{ id: string; kind: 'attach' | 'claim' } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  if (conversions === null) return null
  if (conversions.length === 0) return <p>{t('conversions.empty')}</p>
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('conversions.list')}>
        {conversions.map((conversion) => (
          <ConversionRow
            key={conversion.id}
            conversion={conversion}
            audio={audio}
            panel={openPanel?.id === conversion.id ? openPanel.kind : null}
            onPanel={(kind) => {
              setOpenPanel(kind === null ? null : { id: conversion.id, kind })
            }}
            onForgotten={() => {
              drop(conversion.id)
              list.current?.focus() // the button that had it is gone
            }}
          />
        ))}
      </ul>
      {hasMore ? (
        <div>
          <Button onPress={showMore}>{t('conversions.more')}</Button>
        </div>
      ) : null}
    </>
  )
}
