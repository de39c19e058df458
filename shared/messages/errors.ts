/**
 * The English texts of every error code: what went wrong, what is safe, and what to do next. The renderer translates them
 * (`errors.<code>`), the terminal prints them. Placeholders and plural keys (`_one`, `_other` by `count`) are i18next's.
 */
export const errors = {
  unexpected:
    'Something went wrong in Fabula itself. Your story is saved. Try again; if it happens again, restart Fabula.',
  'app-disk-full':
    'The disk where Fabula keeps its own files is full. Your stories are safe, and what a service has rendered for you stays there. Free up some space, then try again.',
  'app-not-writable':
    'Fabula is not allowed to write to its own folder. Your stories are safe, and what a service has rendered for you stays there. Check the permissions of the folder, then try again.',
  'app-disk-error':
    'The disk where Fabula keeps its own files failed. Your stories are safe, and what a service has rendered for you stays there. Check the disk, then try again.',
  'audio-not-known': 'This is not audio that Fabula can read. Nothing was changed. It reads {{known}}.',
  'audio-cut-short':
    'The audio ends before there is any sound: it was cut off during the transfer. Nothing was changed. Fetch it again.',
  'audio-unplayable':
    'This audio could not be played. Your story is saved. Play it again, or render the story again.',
  'play-needs-render':
    'This part of the story has no audio yet, and its speech service charges for making it. Nothing was charged. Render the story, or play single blocks, to hear it.',
  'audio-encoding-unknown':
    'This WAV file is encoded in a way that Fabula cannot read. Nothing was changed. Save it as uncompressed WAV with a common sample rate, or as MP3.',
  'wav-too-long':
    'The story is too long for a WAV file, which cannot be larger than 4 GB. Nothing was written. Export it as MP3.',
  'host-answer':
    'Fabula received a response that it cannot read. Your story is saved. Restart Fabula and try again.',
  'local-service-folder-in-use':
    'The local voice could not start: other windows of Fabula are using all of its folders. Your story is safe. Close other windows of Fabula, and try again.',
  'local-service-failed':
    'The local voice could not start: {{reason}}. Your story is safe. Close other windows of Fabula, or restart it, and try again.',
  'host-gone':
    'Fabula’s own server is not responding. What you type stays in this page and is saved when Fabula runs again. Restart Fabula.',
  'upload-refused':
    '“{{name}}” could not be accepted. Nothing was changed. Try a smaller file or another format.',
  'document-empty': 'It contains no text to read. Nothing was changed. Choose a file that has text.',
  'sheet-unknown':
    '{{name}} has no sheet of lines called “{{sheet}}”. Nothing was changed. Its sheets of lines: {{known}}.',
  'document-type-unknown':
    'Fabula cannot read this kind of document. Nothing was changed. It reads {{known}}.',
  'document-mislabelled':
    'The name ends in {{extension}}, but this is a {{actual}} file. Nothing was changed. Rename it, or choose the other file.',
  'document-no-text':
    'It has no text, only pictures of pages. Nothing was changed. Run text recognition (OCR) over it, and try again.',
  'document-damaged':
    'It is damaged or incomplete. Nothing was changed. Open it in its own program, save it again, and try again.',
  'document-password-needed': 'It is protected. Nothing was changed. Enter its password.',
  'document-password-wrong': 'This is not its password. Nothing was changed. Enter the right one.',
  'document-encryption-unknown':
    'It is protected in a way that Fabula cannot open. Nothing was changed. Save it without its password, and try again.',
  'document-drm':
    'It is protected by its shop (DRM) and opens only in that shop’s reader. Nothing was changed. Choose a book without protection.',
  'document-inflates':
    'It grows too large when it is unpacked. Nothing was changed. Open it only if you trust its source.',
  'document-too-complex':
    'It takes too long or too much memory to read. Nothing was changed. Divide it, or save it as plain text.',
  'document-too-many-rows':
    'It has more than {{limit}} rows. Nothing was changed. Divide it into several documents.',
  'document-too-much-text':
    'It has more than {{limit}} characters. Nothing was changed. Divide it into several documents.',
  'document-too-many-paragraphs':
    'It has more than {{limit}} paragraphs, which is too much for one story. Nothing was changed. Split it, and open the parts one by one.',
  'document-format-unknown':
    '“{{name}}” is not a document that can be read aloud. Nothing was sent. Fabula accepts {{known}}.',
  'document-too-large':
    '“{{name}}” is larger than {{limitMb}} MB. Nothing was sent. Split it, and send the parts one by one.',
  'import-review-over':
    'This import has ended. Nothing was created, and the file is unchanged. Open the file again.',
  'import-file-changed':
    '“{{name}}” has changed since it was opened. Nothing was imported. Open it again to import its current content.',
  'document-changed':
    '“{{name}}” has changed since it was selected. Nothing was charged, and its audio is unchanged. Choose it again.',
  'document-upload-cancelled':
    'The upload was canceled before the whole document was sent, so no audio was made. You can start it again.',
  'document-gone': 'This document is no longer in the list. Nothing was sent. Choose the file again.',
  'documents-damaged':
    'Fabula’s own file of spoken documents is damaged and cannot be read. It was not changed, and your stories and everything else work. Set it aside to start a new one: Fabula keeps the old file.',
  'documents-newer':
    'Fabula’s own file of spoken documents was written by a version of Fabula whose format this one does not know. It was not changed. Update Fabula, or set the file aside to start a new one: Fabula keeps the old file.',
  'documents-unavailable':
    'Fabula’s own file of spoken documents cannot be opened now, because of the disk or another program. Nothing was changed, and your stories are safe. Close other windows of Fabula, check the disk, and try again.',
  'example-gone': 'The example is missing. Your stories are safe. Reinstall Fabula to restore it.',
  'file-not-found':
    '“{{name}}” could not be found. It may have been moved or renamed. Choose it in its new place.',
  'file-not-readable':
    '“{{name}}” cannot be read. Nothing was changed. Check that it is a file, and that you are allowed to open it.',
  'folder-gone':
    'The folder “{{name}}”, in which Fabula keeps your files, no longer exists. Put it back, or restart Fabula to create an empty one.',
  'file-not-text':
    '“{{name}}” is not text. Nothing was changed. Fabula reads plain text, Markdown and JSON; save the story as one of them.',
  'file-too-large':
    '“{{name}}” is larger than {{limitMb}} MB. Nothing was changed. Split it, and open the parts one by one.',
  'file-type-unknown': 'Fabula cannot open “{{name}}”. Nothing was changed. It reads {{known}}.',
  'json-invalid':
    '“{{name}}” is not valid JSON: {{message}}. Nothing was changed. Correct the file, and open it again.',
  'json-unknown':
    '“{{name}}” is valid JSON but not a story. Nothing was changed. Fabula reads the body of a story-maker request and its own stories.',
  'request-invalid':
    'The request’s field “{{field}}” {{message}}. Nothing was sent. Correct the file, and try again.',
  'story-file-invalid':
    'The story file’s field “{{field}}” is not right: {{message}}. Nothing was changed. Correct the file, and open it again.',
  'story-file-newer':
    'This story was written by a newer version of Fabula. It was not changed. Update Fabula, and open it again.',
  'export-needs-render_one':
    '{{count}} block has no audio yet, or was changed since. Nothing was written. Render the story, then export it.',
  'export-needs-render_other':
    '{{count}} blocks have no audio yet, or were changed since. Nothing was written. Render the story, then export it.',
  'export-empty':
    'The story has no text yet. Nothing was written. Write something, render it, then export it.',
  'story-file-exists': 'A file named “{{name}}” already exists. Nothing was written. Choose another name.',
  'export-under-way': '“{{name}}” is already being written. Wait until it is done, or choose another name.',
  'export-disk-full':
    'There is not enough space for “{{name}}”. Your story is safe, and no incomplete file is left. Free up some space or choose another place, and export again.',
  'export-folder-gone':
    'The folder for “{{name}}” does not exist. Your story is safe. Choose another place, and export again.',
  'export-not-writable':
    '“{{name}}” cannot be written there. Your story is safe. Close the file if another program has it open, or choose another place.',
  'export-disk-error':
    'The disk failed while “{{name}}” was written. Your story is safe. Check the disk, or choose another place, and export again.',
  'export-without-times':
    'The service made this story as one audio and did not say when each block is heard, so it cannot be divided. Nothing was written. Export it as one file, or render the blocks one by one.',
  'export-music-without-times':
    'The service made this story as one audio and did not say when each block is heard, so music cannot be placed in it. Nothing was written. Render the blocks one by one, or export without music.',
  'export-gain-without-times':
    'The service made this story as one audio and did not say when each block is heard, so blocks cannot be made louder or quieter in it. Nothing was written. Render the blocks one by one, or set the volume of all blocks to 0 dB.',
  'music-unreadable':
    'Fabula cannot read this file as music, so it was not added. Your story is unchanged. Choose a complete MP3, WAV, FLAC, Ogg Vorbis or Ogg Opus file; other formats, such as M4A, can be converted first.',
  'music-too-long':
    'This file is longer than a day, so it was not added. Your story is unchanged. Choose a shorter one.',
  'music-too-much':
    'This story has as much music as it can hold, so nothing was added. Delete some of it first.',
  'cover-unreadable':
    'This picture cannot be used as a cover. Nothing was written. Choose a JPEG or PNG file of at most 10 MB.',
  'captions-without-times':
    'The service did not say when each block is heard, so there can be no captions and no chapters. The audio is written.',
  'export-audio-damaged':
    'Some of the story’s stored audio is damaged. Your text is safe, and nothing was written. Render the story again, then export it.',
  'export-take-damaged':
    'The stored audio of block {{number}} is damaged. Your text is safe, and nothing was written. Render this block again, then export the story.',
  'export-music-damaged':
    'The stored music “{{name}}” is damaged. Your text is safe, and nothing was written. Add the music again, or export without music.',
  'base-url-invalid':
    'This is not the address of a service. Nothing was changed. It looks like https://speech.example.com, without a user name.',
  'base-url-not-https':
    '{{host}} would receive your key unencrypted, so Fabula does not use it. Nothing was sent. Use an address that begins with https://; http:// is for services on this computer.',
  'service-name-unknown':
    '{{host}} was not found. Nothing was sent, and your story is safe. Check the network and the service’s address, then try again.',
  'network-proxy-kind':
    'The proxy of this network cannot be used by Fabula to reach {{host}}: it requires a Windows sign-in (NTLM or Kerberos), or its address is not valid. Nothing was sent, and your story is safe. Fabula can use HTTP and SOCKS proxies, with a name and a password or without. Ask whoever looks after the network for such a proxy, set HTTPS_PROXY to its address, and restart Fabula.',
  'network-proxy':
    'A proxy of this network does not let Fabula through to {{host}}. Nothing was sent, and your story is safe. If the proxy asks for a name and a password, set HTTPS_PROXY to http://name:password@proxy:port and restart Fabula; otherwise ask whoever looks after the network.',
  'service-unreachable':
    '{{host}} cannot be reached. Nothing was sent, and your story is safe. Check that the service runs and the network works, then try again.',
  'service-untrusted':
    'The encryption of {{host}} cannot be trusted. Nothing was sent, and your key is safe. Check the service’s address and this computer’s date.',
  'service-silent': '{{host}} is not responding. Your story is safe. Try again later.',
  'service-cut-off':
    'The connection to {{host}} was interrupted. Your story is safe, and what was paid for can still be fetched. Check the network, then try again.',
  'service-answer-unreadable':
    'Fabula cannot read the response from {{host}}. Your story is safe. Check that this is the address of a speech service.',
  'service-key-unusable':
    'The key contains characters that a key cannot have, such as a line break. Nothing was sent. Enter the key again.',
  'service-key-refused':
    '{{host}} does not accept the key. Nothing was made, and your story is safe. Enter the key again in the settings.',
  'service-busy':
    '{{host}} is too busy. Nothing was made, and your story is safe. Try again in {{seconds}} seconds.',
  'service-credits-missing':
    'Not enough credits: “{{message}}” – nothing was made, and your story is safe. Add credits at the service, then try again.',
  'service-redirected':
    '{{host}} redirects to another address, and Fabula sends your key only to {{host}}. Nothing was made. Enter the service’s own address in the settings.',
  'service-refused':
    'The service refused: “{{message}}” – nothing was made, and your story is safe. Change what the message names, then try again.',
  'service-refused-unexplained':
    '{{host}} refused without a reason (HTTP {{status}}). Your story is safe. Check the service’s address, or try again later.',
  'service-failed':
    'The service failed: “{{message}}” – nothing was made, and your story is safe. Try again later.',
  'service-no-history':
    '{{host}} accepted the conversion, but offers no way to fetch its result. Your story is safe. Fetch the audio at the service itself, and attach it to the conversion in the list.',
  'conversion-forgotten':
    '{{host}} no longer knows this conversion, which it had accepted and may have charged. Your story is safe. Look for the audio at the service itself and attach it to the conversion in the list, or render it again.',
  'request-cancelled': 'This was canceled. Your story is safe. Start it again when you like.',
  'block-unknown': 'There is no block “{{block}}”: the story has {{last}} blocks.',
  'chapter-unknown': 'There is no chapter {{chapter}}: the story has {{last}}.',
  'render-over-limit': 'This costs {{credits}} credits, more than the limit of {{limit}}. Nothing was sent.',
  'renders-failed':
    '{{failed}} of {{count}} stories could not be rendered. The others were. See the message for each.',
  'render-blocks-failed':
    '{{count}} of {{of}} blocks could not be rendered. The others were. Each of these blocks says why.',
  'conversion-outcome-unknown':
    'The request was sent to {{host}}, but no readable response came back. It may have been charged, so Fabula does not send it again automatically. Your story is safe. Check at the service first; then ignore this conversion, and try again.',
  'words-paid':
    'You have already paid for this text: {{host}} accepted it, but its audio is not here yet. Nothing was bought again, and your story is safe. Wait until Fabula asks again, try to fetch the audio now, or buy it once more.',
  'conversion-interrupted':
    'Fabula ended while a request was being sent. It may have been charged, so Fabula does not send it again automatically. Your story is safe. Check at the service first; then ignore this conversion, and try again.',
  'conversion-repeated':
    '{{host}} answered with the conversion of an earlier request, so the outcome of this one is unknown. It may have been charged, so Fabula does not send it again automatically. Your story is safe. A proxy on the way may repeat old answers: check at the service first; then ignore this conversion, and try again.',
  'conversion-failed':
    'The service could not make the audio: “{{message}}” – your story is unchanged. Change what the message names, then try again.',
  'conversion-failed-unexplained':
    'The service could not make the audio and does not say why. Your story is unchanged. Try again.',
  'audio-missing':
    'The service reports that the audio is finished, but not where it is. Your story is safe, and the conversion is kept. Try again later.',
  'audio-address-refused':
    'The service’s audio is at an address that is not safe ({{host}}), so Fabula did not fetch it. Your story is safe, and the conversion is kept.',
  'audio-unavailable':
    '{{host}} does not deliver the finished audio (HTTP {{status}}). Your story is safe, and the conversion is kept. Try again later.',
  'audio-too-large':
    'The audio is larger than {{megabytes}} MB, so Fabula did not fetch it. Your story is safe. Render the story in several parts.',
  'audio-incomplete':
    'The audio ends too early, so Fabula did not keep it. Your story is unchanged, and you do not pay twice. Try again.',
  'audio-unreadable':
    'This is not audio that Fabula can read, so it was not kept. Your story is unchanged, and you do not pay twice. Try again.',
  'audio-not-in-project': 'This audio is no longer in the project. Your text is safe. Render it again.',
  'block-pause-unreadable':
    'The pause {{marker}} in block {{number}} cannot be read. Write it like [pause 0.8 s] or [pause 800 ms]; until then the block is not sent.',
  'block-too-long':
    'Block {{number}} has {{characters}} characters; a service accepts {{limit}}. Nothing was sent. Split the block, then try again.',
  'named-block-too-long':
    'Block {{number}}, “{{name}}”, has {{characters}} characters; a service accepts {{limit}}. Nothing was sent. Split the block, then try again.',
  'block-without-text': 'This block has no text to speak. Nothing was sent. Write some, then play it.',
  'microphone-denied':
    'Fabula is not allowed to use the microphone. Nothing was recorded. Allow the microphone for Fabula in the system or the browser, and try again.',
  'microphone-missing':
    'There is no microphone. Nothing was recorded. Connect a microphone and try again, or add a recording from a file.',
  'recording-unreadable':
    'This is not audio that Fabula can read. Nothing was changed. Save it as WAV or MP3, and add it again.',
  'recording-silent':
    'There is no sound in the recording. Nothing was changed. Check the microphone and its level, and record again.',
  'recording-too-long_one':
    'A recording of a block can be up to {{count}} minute long. Nothing was changed. Cut it shorter, or split the block.',
  'recording-too-long_other':
    'A recording of a block can be up to {{count}} minutes long. Nothing was changed. Cut it shorter, or split the block.',
  'take-gone': 'This take is no longer in the story: it was deleted. Nothing was changed.',
  'block-locked':
    'This block is locked, and its audio is gone. Nothing was sent. Unlock it to render it again.',
  'block-gone': 'This block is no longer in the story. Nothing was sent.',
  'story-without-text': 'The story has no text to speak. Nothing was sent. Write some, then render it.',
  'render-running':
    'The story is already being rendered. Nothing was sent twice. Wait until it is done, or stop watching it and dismiss it.',
  'api-key-missing':
    'FABULA_BASE_URL names a speech service, but FABULA_API_KEY is empty. Nothing was sent. Set the key, or unset the address to use the local voice.',
  'project-not-found':
    '“{{name}}” could not be found. It may have been moved or renamed. Choose it in its new place.',
  'project-foreign': '“{{name}}” is not a Fabula story. It was not changed. Choose a .fabula file.',
  'project-corrupt':
    '“{{name}}” is damaged and cannot be read. It was not changed. Open a copy from a backup.',
  'project-newer':
    '“{{name}}” was written by a newer version of Fabula. It was not changed. Update Fabula, then open it again.',
  'project-unreleased':
    '“{{name}}” was saved by a test build of Fabula, in a format that was never released. It was not changed. Open it in that build, export it as a portable story (.json), and open that file here.',
  'project-read-only':
    'Fabula is not allowed to write to “{{name}}” or its folder. Nothing was changed. Copy the story to a folder of your own, or choose another place.',
  'project-locked':
    '“{{name}}” is open in another window or program. Nothing was changed. Close it there, then try again.',
  'project-disk-full':
    'The disk of “{{name}}” is full. Everything up to your last change is saved, and that change is still here. Free up some space, then try again.',
  'project-disk-error':
    'The disk reported an error with “{{name}}”. Everything up to your last change is saved. Check the disk, then use Save As to save the story elsewhere.',
  'project-moved':
    '“{{name}}” was moved or deleted while it was open. Your story is still here. Use Save As to save it in another place.',
  'project-same-file':
    '“{{name}}” is the story that is open, and it is already saved. Choose another name for the copy.',
  'project-not-open':
    'This story is no longer open. Everything is saved. Open it again from the recent stories.',
  'recent-not-found':
    'This story is no longer in the list. Your files are safe. Use Open to choose the file.',
  'deleted-draft-gone':
    'This draft is no longer among the deleted drafts. Your other stories are safe. Look for it among the recent stories.',
  'lexicon-not-saved':
    'The lexicon for all stories could not be written. Nothing was changed. Check the disk, then try again.',
  'lexicon-file-too-large':
    '“{{name}}” is too large for a lexicon. Nothing was changed. Choose a smaller CSV file.',
  'lexicon-full':
    'The lexicon for all stories has {{limit}} entries, which is as many as it can hold. Nothing was changed.',
  'settings-not-saved':
    'The settings could not be saved, and stay as they were. Your stories are safe. Check that the disk has free space and that Fabula is allowed to write to its own folder, then try again.',
  'untrusted-sender':
    'This request did not come from Fabula’s own window. Nothing was done. If you made it, reload the page.',
  'session-over':
    'Fabula was restarted and does not know this page yet. What you type stays here. Open the address that Fabula printed when it started, in this browser: this page then saves your text and continues.',
  'unknown-channel':
    'This page and Fabula have different versions. Your story is saved. Restart Fabula, then reload the page.',
  'bad-request':
    'Fabula’s page sent an invalid request ({{channel}}, {{field}}). Your story is unchanged. Undo the last step, or restart Fabula.',
  'request-too-large':
    'That is more than Fabula can process at once. Your story is unchanged. Do it in smaller parts.',
  'method-not-allowed': 'This address cannot be used that way. Nothing was done. Reload the page.',
  'story-in-other-window':
    'The story is open in another window, which is in front now. Nothing was changed here.',
  'file-unknown': 'This file can’t be used. Nothing was changed. Choose it again.',
  'file-name-refused':
    '“{{name}}” cannot be the name of a file on every system. Nothing was written. Leave out / \\ : * ? " < > |, dots at either end, and very long names.',
  'place-taken':
    '“{{name}}” is already the name of something else there. Nothing was written. Choose another name.',
  'upload-type': 'Fabula cannot use “{{name}}” here. Nothing was changed. It accepts {{known}}.',
  'upload-too-large':
    '“{{name}}” is larger than 4 GB. Nothing was changed. Copy it into Fabula’s folder yourself.',
  'connection-unknown':
    'The story uses a connection that is not set up here. Your story is saved, and nothing was charged. Choose another connection at the top, or add this one again.',
  'connection-name-missing':
    'The connection has no name. Nothing was saved. Enter a name that you will recognize.',
  'connection-test-failed':
    'The connection to {{host}} does not work: {{reason}}. Nothing was changed or charged. Check the base URL and the key.',
  'connection-not-found':
    'There is no connection named “{{name}}”. Nothing was changed. To list the connections, run “fabula connections”.',
  'connection-without-key':
    'The connection “{{name}}” has no key for its address. Your story is saved, and nothing was sent. Enter the key under Connections.',
  'key-unreadable':
    'The key of “{{name}}” cannot be opened: the system’s keychain may be locked. It was kept, and nothing was sent. Unlock the keychain and try again, or enter the key again.',
  'key-sealed-elsewhere':
    'The key of “{{name}}” is protected by the desktop app, and only the desktop app can open it. It was kept, and nothing was sent. Use the desktop app, or enter the key again here.',
  'key-protection-unchosen':
    'This system has no keychain to protect the key with. Nothing was saved. Choose whether the key is kept for this session only, or without protection.',
  'key-unusable':
    'This key cannot be sent: it is empty, or contains spaces or unusual characters. Nothing was saved. Copy it once more from your service.',
  'engine-unknown':
    'The voice server “{{name}}” is no longer set up. Nothing was changed. Add it again, or choose another voice.',
  'engine-name-unusable':
    'The IDs of voices cannot start with this name. Nothing was saved. Use up to 32 letters, digits, - and _, and start with a letter or a digit.',
  'engine-name-taken':
    'There is already a voice server “{{name}}”. Nothing was saved. Change that one, or choose another name.',
  'engine-model-missing':
    'The voice server has no model. Nothing was saved. Enter the name of the model that the server should use.',
  'engine-address-invalid':
    'This is not the address of a server. Nothing was saved. It looks like http://localhost:8880, without a user name.',
  'engine-address-open':
    '{{host}} would receive your key unencrypted. Nothing was saved. Use an address that begins with https://, or leave the key out; http:// with a key is for servers on this computer.',
  'engine-length-unusable':
    'The longest text must be a whole number from {{min}} to {{max}}. Nothing was saved. Enter how many characters the server accepts at once.',
  'engine-rate-unusable':
    'The sample rate must be a whole number from {{min}} to {{max}}. Nothing was saved. Enter 0 if the server sends audio files, or the rate of its raw samples.',
  'language-model-unknown':
    'The language model “{{name}}” is no longer set up. Your import is unchanged. Add it again, or choose another one.',
  'language-model-name-missing':
    'The language model has no name. Nothing was saved. Enter a name that you will recognize.',
  'language-model-name-taken':
    'There is already a language model “{{name}}”. Nothing was saved. Change that one, or choose another name.',
  'language-model-missing':
    'No model is named. Nothing was saved. Enter the name of the model as the server lists it.',
  'language-model-address-invalid':
    'This is not the address of a server. Nothing was saved. It looks like http://localhost:11434, without a user name.',
  'language-model-address-open':
    '{{host}} would receive your key unencrypted. Nothing was saved. Use an address that begins with https://, or leave the key out; http:// with a key is for servers on this computer.',
  'language-model-price-unusable':
    'The price must be a whole number of cents from {{min}} to {{max}}. Nothing was saved. Enter 0 if the model costs nothing.',
  'language-model-cap-unusable':
    'The limit must be a whole number of tokens from {{min}} to {{max}}. Nothing was saved. Enter how many one import may use at most.',
  'language-model-silent':
    '{{name}} at {{host}} did not respond. Its answers so far are kept, and the other lines are unchanged. Check that the server runs, then ask for the rest.',
  'language-model-refused':
    '{{name}} refused the request (status {{status}}). {{message}} Its answers so far are kept, and the other lines are unchanged. Check the model and the key, then ask for the rest.',
  'language-model-strange':
    '{{name}} at {{host}} does not answer like a language model. The lines are unchanged. Check that the base URL is complete.',
  'language-model-over-limit':
    'The limit of {{limit}} tokens for one import has been reached, and nothing more was sent. Its answers so far are kept. Raise the limit of the language model to ask for the rest.',
  'vibes-not-offered':
    '{{host}} has no library of vibes. Your story is safe. Use emotion words and a prompt of your own, or choose another connection.',
  'vibe-gone':
    'The vibe “{{name}}” is no longer in the service’s library. Your story is safe, and your words are still here. Save it as a new vibe.',
  'vibe-outcome-unknown':
    '{{host}} received the new vibe, but its response did not arrive. Nothing was charged. Check the list: if the vibe is not there, save it again.',
  'vibe-file-newer':
    '“{{name}}” was written by a newer version of Fabula. Nothing was changed. Update Fabula, and import it again.',
  'vibe-file-invalid':
    '“{{name}}” is not a file of vibes. Nothing was changed. Choose a .vibes file written by Fabula.',
  'conversion-settled':
    'This conversion already has its audio. Nothing was changed, and nothing is stored twice.',
  'conversion-purpose-unknown':
    'Fabula no longer knows what this conversion was for. Nothing was changed. Its audio can still be fetched at the service.',
  'conversion-gone': 'This conversion is no longer in its story. Nothing was changed.',
  'conversion-not-waiting': 'This conversion is not waiting for audio. Nothing was changed.',
  'conversion-not-unknown': 'The service has answered by now. Nothing was changed.',
  'conversion-still-open':
    'This conversion is not settled: it may still cost credits or deliver audio. It stays in the list. Wait for it, attach its audio, or ignore it first.',
  'claim-taken':
    'This conversion already belongs to another request of yours. Nothing was changed. Choose another one.',
  'claim-other-input':
    'The service made that conversion from another text, so it is not this one. Nothing was changed. Choose another one.',
  'attach-address-invalid':
    'This is not an https address. Nothing was fetched. Paste the audio’s own address, which begins with https://.',
  'credit-cap-story':
    'This would take the story over its credit limit: {{spent}} of {{cap}} credits are spent, and it is estimated at {{estimate}}. Nothing was sent. Allow it once, or raise the limit.',
  'credit-cap-day':
    'This would take today over its credit limit: {{spent}} of {{cap}} credits are spent, and it is estimated at {{estimate}}. Nothing was sent. Allow it once, or raise the limit.',
  'credit-cap-blind':
    'The cost of this document is known only after the service has read it, and you have set a credit limit. Nothing was sent. Allow it once, or remove the limit.',
  'caps-unreadable':
    'Fabula’s settings or its list of conversions were damaged, so your credit limits, or what is left of them, are unknown. Nothing was sent. Set the limits again under Conversions and credits, then try again.',
  'spending-not-recorded':
    'Fabula cannot record what this costs, so what is left of your credit limits is unknown. Nothing was sent. Free up space on the disk of Fabula’s folder, close other programs that use the folder, then try again.',
  'render-elsewhere':
    'Another program is working on the same render: another terminal, or Fabula, which fetches what an earlier command has paid for. Nothing was sent. Try again when it is done.',
  'environment-names-no-service':
    'FABULA_BASE_URL does not name a speech service. Nothing was sent. Set it and FABULA_API_KEY, or name a connection.',
  'voice-unknown':
    'There is no voice pack “{{name}}”. Nothing was changed. Check the list of natural voices.',
  'voice-here': '“{{name}}” is already on this computer. Nothing was changed. Remove it first to replace it.',
  'voice-offline':
    '{{host}} cannot be reached. Nothing was lost: what has arrived is kept. Check the network, then download the voice again.',
  'voice-cut-off':
    'The connection to {{host}} was interrupted several times. What has arrived is kept. Download the voice again to continue.',
  'voice-untrusted':
    'The certificate of {{host}} cannot be trusted. Nothing was fetched. Check the network and the clock of this computer, then try again.',
  'voice-unavailable':
    '{{host}} did not deliver the voice (HTTP {{status}}). Nothing was changed. Try again later, or add the voice from a file.',
  'voice-sample-unusable':
    '{{host}} did not deliver a sample that can be played. Nothing was changed. Get the voice to hear it.',
  'voice-address-refused':
    'The voice’s server redirects to {{host}}, from which Fabula does not download. Nothing was downloaded. Add the voice from a file.',
  'voice-differs':
    'What arrived is not the file that Fabula’s catalog lists: it was damaged, or its publisher has replaced it. It was deleted, and nothing was changed. Try again, or update Fabula.',
  'voice-disk-full':
    'There is not enough space on the disk for “{{name}}”. Nothing was changed. Free up some space, then try again.',
  'voice-not-kept':
    '“{{name}}” could not be written to, read from or removed from the disk. Your stories are safe. Check the permissions of Fabula’s folder and that no program is using the voice, then try again.',
  'voice-file-unknown':
    '“{{name}}” is not an archive that Fabula can unpack. Nothing was changed. Choose a .tar.bz2, .tar.gz or .zip file with a voice.',
  'voice-archive-damaged': '“{{name}}” is damaged or incomplete. Nothing was changed. Download it again.',
  'voice-archive-unsafe':
    '“{{name}}” contains something that does not belong in a voice: {{entry}}. It was not unpacked, and nothing was changed. Get the voice from its publisher.',
  'voice-archive-inflates':
    '“{{name}}” grows far too large when it is unpacked. Nothing was changed. Get the voice from its publisher.',
  'voice-model-unknown':
    'There is no voice in “{{name}}” that Fabula can speak with. Nothing was changed. Choose a model of the kinds VITS, Matcha, Kokoro or Kitten for sherpa-onnx.',
  'voice-model-incomplete':
    'The voice in “{{name}}” is missing files: {{missing}}. Nothing was changed. Get all of its files.',
  'voice-model-other':
    'The model in “{{name}}” is of a different kind than its description states. Nothing was changed. Get the voice from its publisher.',
  'voice-part-missing':
    '“{{name}}” belongs with “{{missing}}”, which is not beside it. Nothing was changed. Piper publishes both files of a voice in one place (huggingface.co/rhasspy/piper-voices): get the missing one, then put both into one folder, or choose both.',
  'voice-config-unknown':
    '“{{name}}” does not describe a Piper voice. Nothing was changed. Get both files of the voice from its publisher.',
  'voice-config-other':
    '“{{config}}” does not belong to “{{name}}”. Nothing was changed. Choose the two files of one voice.',
  'voice-many':
    '“{{name}}” contains more than one voice: {{voices}}. Nothing was changed. Add one voice at a time.',
  'voice-phonemes':
    '“{{name}}” needs sounds that Fabula cannot provide ({{phonemes}}). Nothing was changed. Choose a voice that was made with eSpeak NG.',
  'voice-too-many-speakers':
    'The voice in “{{name}}” states {{count}} speakers; Fabula can list {{most}} at most. Nothing was changed. Choose another voice.',
  'voice-no-metadata':
    'The model in “{{name}}” does not say what it is, so it cannot be loaded. Nothing was changed. Choose a model that was made for sherpa-onnx, or the two files of a Piper voice, .onnx and .onnx.json.',
  'voice-name-unusable':
    '“{{name}}” cannot be the name of a voice. Nothing was changed. Type a name of 1 to 200 characters.',
  'voice-id-unknown':
    'There is no voice “{{voice}}”. Nothing was written. “fabula voices” lists the voices with their IDs.',
  'voice-name-ambiguous':
    'Several voices are called “{{voice}}”: {{ids}}. Nothing was written. Use the ID of one of them.',
  'cast-name-twice':
    '“{{name}}” gives {{character}} two different voices. Nothing was written. Keep one of them.',
  'cast-file-unusable':
    '“{{name}}” is not a table of characters and voices. Nothing was written. Use CSV with the columns character and voice, or JSON with a voice for each name.',
  'webhook-port-taken':
    'Another program uses port {{port}}, so Fabula cannot listen there. Your stories are safe. Choose another port.',
  'webhook-port-refused':
    'The system does not let Fabula listen on port {{port}}. Your stories are safe. Choose a port above 1023.',
  'webhook-off': 'Fabula is not listening for events. Nothing was sent. Turn listening on, then test it.',
  'webhook-test-answered':
    '{{host}} answered the test event with HTTP {{status}}, so this address does not reach Fabula. Check the tunnel and the address.',
  'webhook-test-elsewhere':
    '{{host}} accepted the test event, but it did not arrive here. Check that the tunnel ends at this computer’s port.',
  'webhook-host-new':
    'The service offers the audio at {{host}}, where Fabula has not fetched from before. Nothing was fetched. Allow the host in the list of conversions, if you trust it.',
} as const

type MessageKey = keyof typeof errors

/** The code of an error that the user can act on: a key of the table, without its plural ending. */
export type ErrorCode = MessageKey extends infer Key
  ? Key extends `${infer Code}_${'one' | 'other'}`
    ? Code
    : Key
  : never

type Placeholder<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

type CapCode = 'credit-cap-story' | 'credit-cap-day' | 'credit-cap-blind'
type PaidCode = 'words-paid' | 'conversion-outcome-unknown'

/** The values for asking whether a request may exceed a cap; `blockId` is empty if it is not for a single block. */
interface OverCapParams {
  readonly request: string
  readonly blockId: string
}

/** The values for asking whether to buy words again: the jobs that already requested them (`parseJobIds`), and the price. */
interface PaidParams {
  readonly jobs: string
  readonly credits: number
  readonly blockId: string
}

/** The values that a code needs: those of the placeholders in its English text, and those that the page acts on. */
export type ErrorParams<Code extends ErrorCode> = ([Extract<Code, CapCode>] extends [never]
  ? unknown
  : OverCapParams) &
  ([Extract<Code, PaidCode>] extends [never] ? unknown : Partial<PaidParams>) & {
    readonly [
      Name in Placeholder<(typeof errors)[Extract<MessageKey, Code | `${Code}_${'one' | 'other'}`>]>
    ]: Name extends 'count' ? number : string | number
  }

/** The codes that need no values other than these. */
export type ErrorCodeFor<Params = object> = {
  [Code in ErrorCode]: Params extends ErrorParams<Code> ? Code : never
}[ErrorCode]

const CODES: ReadonlySet<string> = new Set(
  Object.keys(errors).map((key) => key.replace(/_(?:one|other)$/, '')),
)

/** Whether this version has a text for a code: a code from a file or another program may be of another version. */
export function isErrorCode(code: string): code is ErrorCode {
  return CODES.has(code)
}
