import { queryMessageText } from '../../../../model/contract/acquisition/mappings.ts'
import { ask } from '../../../kernel/http/ask.ts'

/** A kept message as a whole, however long. @throws ApiError */
export async function wholeOf(id: string): Promise<string> {
  const { text } = await ask(queryMessageText, { id, whole: 1 })
  return text
}
