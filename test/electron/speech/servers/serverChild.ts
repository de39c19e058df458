/** A second host that uses the same app folder: `node serverChild.ts FOLDER NAME COUNT` adds COUNT connections with a key each. */
import { createKeyStore, fileKeySafe } from '../../../../electron/speech/servers/keyStore.ts'
import { createServerStore } from '../../../../electron/speech/servers/serverStore.ts'

const [dataDir = '', name = '', count = '0'] = process.argv.slice(2)
const store = createServerStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe }))
for (let at = 0; at < Number(count); at++) {
  store.save({
    kind: 'connection',
    id: null,
    name: `${name} ${at}`,
    // Both hosts add the same addresses: their ids must still differ.
    baseUrl: `https://speech.example/${at}`,
    webhookPublicKey: '',
    key: { text: `key-${name}-${at}`, keep: 'safest' },
  })
}
