/** Models as they come from callers: read through the one door there is, and what it refuses told in the caller's language. */
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import { fail } from '../../../kernel/errors.ts'
import { readBpmn } from '../../../workflow/index.ts'

export interface OpenedModel {
  readonly model: ProcessModel
  /** The text, in one encoding. */
  readonly xml: string
}

/** What a text or a file draws. @param member The input that has it, to be marked. @throws Failure `bpmn.…` for what is not even looked at. */
export async function openModel(given: string | Uint8Array, member = 'xml'): Promise<OpenedModel> {
  const read = await readBpmn(typeof given === 'string' ? bytesOf(given) : given)
  if (!('refused' in read)) return read
  const code = `bpmn.${read.refused}` as const
  return fail(code, { values: { problem: read.detail }, field: { name: member, label: `error.${code}` } })
}

/** A text has no encoding any more, whatever its first line says. */
function bytesOf(xml: string): Uint8Array {
  return new TextEncoder().encode(xml.replace(/^(\uFEFF?\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1 encoding="UTF-8"'))
}
