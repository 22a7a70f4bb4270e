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
  const read = await readBpmn(typeof given === 'string' ? new TextEncoder().encode(inUtf8(given)) : given)
  if (!('refused' in read)) return { model: read.model, xml: inUtf8(read.xml) }
  const code = `bpmn.${read.refused}` as const
  return fail(code, { values: { problem: read.detail }, field: { name: member, label: `error.${code}` } })
}

/** A text that was read has no other encoding any more, whatever its first line says. */
const inUtf8 = (xml: string): string => xml.replace(/^(\uFEFF?\s*<\?xml\b[^>]*?\sencoding\s*=\s*)(["'])[^"'<>]*\2/, '$1$2UTF-8$2')
