/** What stands beside an instance and moves nothing: files that are attached, opinions that are asked for. */
import type { Feature } from '../../../kernel/http/http.ts'
import { attachments } from './attachments.ts'
import { consultations } from './consultations.ts'

export const besideFeature: Feature = { tag: 'processes', routes: [...attachments, ...consultations] }
