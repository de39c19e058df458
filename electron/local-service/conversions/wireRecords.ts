/** Conversions as the published interface shows them, field by field for each endpoint. */
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import type { EmotionRecord, FileRecord, TextRecord, WireRecord } from '../../../shared/speech-api/records.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { formatServiceTime } from '../../../shared/speech-api/times.ts'
import type { StoredConversion } from './conversionStore.ts'

/** The record of a conversion. Once it is finished, it tells where the audio is and when each block speaks. */
export function toWireRecord(conversion: StoredConversion, mediaUrl: string): WireRecord {
  const { subject, timings } = conversion
  const isFinished = conversion.status === STATUS.completed
  const common = {
    uuid: conversion.uuid,
    voice_id: subject.voice_id,
    speed: subject.speed,
    model: subject.model,
    tts_input: subject.tts_input,
    estimated_credit: conversion.estimatedCredit,
    used_credit: conversion.usedCredit,
    status: conversion.status,
    status_percentage: conversion.percentage,
    error_message: conversion.errorMessage,
    speaker_name: subject.speaker_name,
    created_at: formatServiceTime(conversion.createdAtMs),
    updated_at: formatServiceTime(conversion.updatedAtMs),
    ...(isFinished ? { media_url: mediaUrl } : {}),
    ...(isFinished && timings.length > 0 ? { timings } : {}),
  }
  switch (subject.kind) {
    case 'text':
      return common satisfies TextRecord
    case 'emotion': {
      const { vibe_id, emotion, custom_prompt } = subject
      return { ...common, model: EMOTION_MODEL, vibe_id, emotion, custom_prompt } satisfies EmotionRecord
    }
    case 'document':
      return { ...common, file_size: subject.file_size } satisfies FileRecord
    case 'file':
      return { ...common, file_size: conversion.fileSize } satisfies FileRecord
  }
}
