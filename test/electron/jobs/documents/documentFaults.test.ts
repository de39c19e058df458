import { readFileSync, truncateSync } from 'node:fs'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { errorText } from '../../../../electron/hosts/cli/terminalText.ts'
import { PAID_PATHS } from '../../../../electron/speech/speechClient.ts'
import type { JobView } from '../../../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { FAULTS, textOf } from '../../../fakes/faults.ts'
import { sendJson } from '../../../fakes/faultServer.ts'
import { everythingOf, faultServer, filesAsText, keyFormsIn, timeoutsFor } from '../../speech/support.ts'
import { CANARY_PASSWORD, documentFile, testDesk } from './support.ts'
import { long } from '../../../support/tags.ts'

/** The error that the writer sees for a failed document. */
function textOfJob({ state, error }: JobView): string {
  if (error === null) throw new Error(`It is ${state}`)
  return errorText(new UserFacingError(error.code, error.params))
}

const END = ['completed', 'failed', 'unknown'] as const

describe('a document', () => {
  test.each(FAULTS)('is sent at most once: $name', long, async (fault) => {
    const { script, outcome, code, arrives } = fault
    const server = await faultServer(script)
    const desk = testDesk(server.baseUrl, undefined, timeoutsFor(fault))
    const order = desk.order({ password: CANARY_PASSWORD })

    const { job: document, isNew } = await desk.documents.start(order)
    expect(isNew).toBe(true)
    const ended = await desk.until(document.id, ...END)

    expect(ended).toMatchObject({ state: outcome === 'unknown' ? 'unknown' : 'failed', error: { code } })
    expect(textOfJob(ended)).toEqual(textOf(fault, server))
    expect(server.submissions).toHaveLength(arrives ? 1 : 0)
    expect(server.submissions.map(({ path }) => path)).toEqual(arrives ? [PAID_PATHS.document] : [])

    // Under another name it is the same document.
    const again = { ...order, path: documentFile(desk.folder, 'other.docx', readFileSync(order.path)) }
    if (outcome === 'unknown') {
      expect(() => desk.documents.orderOf(document.id)).toThrow(
        expect.objectContaining({ code: 'conversion-still-open' }),
      )
      await expect(desk.documents.start(again)).rejects.toMatchObject({ code: 'conversion-outcome-unknown' })
      expect(server.submissions.length).toBeLessThanOrEqual(1)
    } else {
      expect(await desk.documents.start(again)).toMatchObject({ isNew: true })
    }
    await desk.close()
    expect(desk.reports).toEqual([])
    const kept = everythingOf(desk.told) + JSON.stringify(desk.told) + filesAsText(`${desk.folder}/documents`)
    expect(keyFormsIn(kept)).toEqual([])
    expect(kept).not.toContain(CANARY_PASSWORD)
  })

  test('is known to be unsent if no server listens, and can be sent again', async () => {
    const server = await faultServer()
    await server.close()
    const desk = testDesk(server.baseUrl)
    const order = desk.order()
    const { job: document } = await desk.documents.start(order)
    expect(await desk.until(document.id, ...END)).toMatchObject({
      state: 'failed',
      error: { code: 'service-unreachable' },
    })
    expect(await desk.documents.start(order)).toMatchObject({ isNew: true })
  })

  test('is refused if the service refuses it after reading only the head of the request', async () => {
    const server = await faultServer({
      head: (socket) =>
        void socket.end(
          'HTTP/1.1 413 Too Large\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"success":false,"message":"at most 1 kB"}',
        ),
    })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    const { state } = await desk.until(document.id, ...END)
    // Whether the answer or the end of the connection is seen first is the system's choice; neither is a success.
    expect(['failed', 'unknown']).toContain(state)
    expect(server.submissions).toHaveLength(0)
  })

  test('whose upload is cancelled was not converted, and is sent once when it is started again', async () => {
    let onHead = (_socket: Socket) => {}
    const server = await faultServer({ head: (socket) => onHead(socket) })
    const desk = testDesk(server.baseUrl)
    // More than the buffers of a connection hold.
    const path = documentFile(desk.folder, 'large.pdf', Buffer.alloc(30_000_000, 'x'))
    const order = desk.order({ path })
    const arrived = new Promise<void>((resolve) => {
      onHead = (socket) => {
        socket.pause()
        resolve()
      }
    })
    const { job: document } = await desk.documents.start(order)
    await arrived
    desk.stop(document.id)
    expect(await desk.until(document.id, ...END)).toMatchObject({
      state: 'failed',
      error: { code: 'document-upload-cancelled', params: {} },
    })
    expect(server.submissions).toHaveLength(0)
    onHead = () => {}
    const again = await desk.documents.start(order)
    expect(again.isNew).toBe(true)
    await desk.until(again.job.id, 'accepted')
    expect(server.submissions).toHaveLength(1)
  })

  test('that was sent whole is reported as sent while its answer is awaited', async () => {
    const server = await faultServer({ submit: () => undefined })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    await expect
      .poll(() => desk.told.at(-1))
      .toMatchObject({ state: 'sending', activity: { sentBytes: document.document?.sizeBytes } })
    desk.stop(document.id)
    expect((await desk.until(document.id, ...END)).state).toBe('unknown')
  })

  test('that is cancelled after its last byte was sent has no known outcome', async () => {
    let stop = () => {}
    const server = await faultServer({ submit: () => stop() })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order())
    stop = () => desk.stop(document.id)
    expect((await desk.until(document.id, ...END)).state).toBe('unknown')
    expect(server.submissions).toHaveLength(1)
  })

  test('that changes while it is being sent is never sent completely', async () => {
    const path = { of: '' }
    const server = await faultServer({ head: () => truncateSync(path.of, 400_000) })
    const desk = testDesk(server.baseUrl)
    const order = desk.order()
    path.of = order.path
    truncateSync(order.path, 500_000)
    const { job: document } = await desk.documents.start(order)
    const { state, error } = await desk.until(document.id, ...END)
    if (server.submissions.length === 0) {
      expect({ state, error }).toMatchObject({ state: 'failed', error: { code: 'document-changed' } })
    } else expect(state).not.toBe('failed')
  })

  test('whose refusal contains the password, however short, is reported without it', async () => {
    const server = await faultServer({
      submit: (response) =>
        sendJson(response, 422, { success: false, message: 'file_password “abc” is wrong, not abcdef' }),
    })
    const desk = testDesk(server.baseUrl)
    const { job: document } = await desk.documents.start(desk.order({ password: 'abc' }))
    expect(await desk.until(document.id, ...END)).toMatchObject({
      error: { code: 'service-refused', params: { message: 'file_password “•••” is wrong, not abcdef' } },
    })
  })
})
