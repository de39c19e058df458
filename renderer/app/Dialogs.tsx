import { useEffect } from 'react'
import { CastPage } from '../features/cast/CastPage.tsx'
import { CastingDialog } from '../features/cast/CastingDialog.tsx'
import { ServersDialog, ServerSection } from '../features/servers/ServersDialog.tsx'
import { VoicesDialog } from '../features/servers/VoicesDialog.tsx'
import { DocumentsDialog } from '../features/documents/DocumentsDialog.tsx'
import { ConversionsPage } from '../features/conversions/ConversionsPage.tsx'
import { OverCapDialog, PaidWordsDialog } from '../features/conversions/Spending.tsx'
import { BrokenOffDialog, QueueDialog } from '../features/render/QueueDialog.tsx'
import { ExportPage } from '../features/export/ExportPage.tsx'
import { TextExportDialog } from '../features/export/TextExportDialog.tsx'
import {
  DroppedStoryDialog,
  ImportPassword,
  ImportReading,
  OpenFileDialog,
} from '../features/import/OpeningDialogs.tsx'
import { ImportPage } from '../features/import/ImportPage.tsx'
import { UpdatePage } from '../features/import/UpdatePage.tsx'
import { SaveFileDialog } from '../features/export/SaveFileDialog.tsx'
import { Palette } from '../features/palette/Palette.tsx'
import { SaveVersionDialog, VersionsDialog } from '../features/settings/VersionsDialog.tsx'
import { HistoryDialog } from '../features/settings/HistoryDialog.tsx'
import { SettingsPage } from '../features/settings/SettingsPage.tsx'
import { ReadAgainDialog } from '../features/inspector/ReadAgain.tsx'
import { CutTakeDialog } from '../features/inspector/CutTakeDialog.tsx'
import { DeleteTakeDialog } from '../features/inspector/TakeRow.tsx'
import { HeldTakesDialog } from '../features/settings/HeldTakesDialog.tsx'
import { RenderPlanDialog } from '../features/render/RenderPlanDialog.tsx'
import { UnreadDialog } from '../features/unread/UnreadDialog.tsx'
import { AuditionDialog } from '../features/vibes/AuditionDialog.tsx'
import { DeleteVibeDialog, ImportVibesDialog, ShareVibesDialog } from '../features/vibes/VibeDialogs.tsx'
import { VoicePicker } from '../features/voices/VoicePicker.tsx'
import { useApp, useCloseDialog, useViewState } from '../hooks/app.ts'
import { useEditor, useOpenSession } from '../hooks/session.ts'

/** The open dialog, if any, the voice picker, and questions that may appear over them. */
export function Dialogs() {
  const savePlace = useViewState((state) => state.savePlace)
  const overCap = useViewState((state) => state.overCap)
  const paidWords = useViewState((state) => state.paidWords)
  const hasStory = useOpenSession() !== null
  return (
    <>
      <OpenDialog />
      <VoicePicker />
      {savePlace === null ? null : <SaveFileDialog {...savePlace} />}
      {hasStory && <Questions />}
      {paidWords === null ? null : <PaidWordsDialog question={paidWords} />}
      {overCap === null ? null : <OverCapDialog overCap={overCap} />}
    </>
  )
}

/** Questions about the open story. */
function Questions() {
  const brokenOff = useEditor((state) => state.brokenOff)
  const unread = useEditor((state) => state.unread)
  const renderPlan = useEditor((state) => state.renderPlan)
  return (
    <>
      {renderPlan === null ? null : <RenderPlanDialog question={renderPlan} />}
      {unread === null ? null : <UnreadDialog question={unread} />}
      {brokenOff === null ? null : <BrokenOffDialog brokenOff={brokenOff} />}
    </>
  )
}

/** The servers with a key, as listed in the settings. */
const SERVER_LISTS = (
  <>
    <ServerSection kind="connection" />
    <ServerSection kind="languageModel" />
  </>
)

function OpenDialog() {
  useFocusBefore()
  const dialog = useViewState((state) => state.dialog)
  const close = useCloseDialog()
  switch (dialog?.kind) {
    case 'file-open':
      return <OpenFileDialog {...dialog} />
    case 'documents':
      return <DocumentsDialog chosen={dialog.chosen} />
    case 'import':
      return <ImportPage key={dialog.reading.review} {...dialog} />
    case 'import-reading':
      return <ImportReading opened={dialog.ref} {...dialog} />
    case 'import-password':
      return <ImportPassword opened={dialog.ref} {...dialog} />
    case 'dropped-story':
      return <DroppedStoryDialog opened={dialog.ref} name={dialog.name} />
    case 'cut-take':
      return <CutTakeDialog key={dialog.take.id} {...dialog} />
    case 'update':
      return <UpdatePage shown={dialog} />
    case 'delete-take':
      return <DeleteTakeDialog {...dialog} />
    case 'delete-vibe':
      return <DeleteVibeDialog {...dialog} />
    case 'share-vibes':
      return <ShareVibesDialog />
    case 'import-vibes':
      return <ImportVibesDialog fileName={dialog.fileName} vibes={dialog.vibes} />
    case 'export':
      return dialog.format === null ? (
        <ExportPage start={dialog.part ?? null} />
      ) : (
        <TextExportDialog key={dialog.format} first={dialog.format} onCancel={close} />
      )
    case 'save-version':
      return <SaveVersionDialog />
    case 'read-again':
      return <ReadAgainDialog blockId={dialog.blockId} />
    case 'held-takes':
      return <HeldTakesDialog />
    case 'render-queue':
      return <QueueDialog />
    case 'versions':
      return <VersionsDialog />
    case 'cast':
      return <CastPage {...dialog} />
    case 'casting':
      return <CastingDialog />
    case 'history':
      return <HistoryDialog />
    case 'palette':
      return <Palette />
    case 'settings':
      return (
        <SettingsPage
          key="settings"
          start={dialog.start ?? 'general'}
          search={dialog.search}
          serverLists={SERVER_LISTS}
        />
      )
    case 'audition':
      return <AuditionDialog vibes={dialog.vibes} />
    case 'shortcuts':
      return <SettingsPage key="shortcuts" start="shortcuts" serverLists={SERVER_LISTS} />
    case 'conversions':
      return <ConversionsPage />
    case 'servers':
      return <ServersDialog key={dialog.of} kind={dialog.of} />
    case 'voices':
      return <VoicesDialog />
    default:
      return null
  }
}

/**
 * Restores the focus to the element that had it before the first of several consecutive dialogs: each restores it to the
 * previous dialog, which is gone by then.
 */
export function useFocusBefore(): void {
  const app = useApp()
  useEffect(() => {
    let opener: Element | null = null
    let frame = 0
    const giveBack = () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
    const stop = app.view.subscribe(({ dialog }, { dialog: before }) => {
      if (dialog !== null && before === null) {
        cancelAnimationFrame(frame)
        opener = document.activeElement
      }
      // A dialog restores the focus in the frame after it is removed.
      if (dialog === null && before !== null)
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(giveBack)
        })
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [app])
}
