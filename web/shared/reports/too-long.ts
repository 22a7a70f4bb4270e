/** Reports that are too long for their pages to be waited for: nothing has failed, and asking again says the same. */
import type { Translate } from '../../../model/labels/index.ts'
import { ApiError } from '../../kernel/http/api.ts'

/**
 * What to say in place of the pages; undefined of any other failure.
 * @param files Labels of the buttons by which the reader has its files made: the way out is named to whoever has it
 */
export function tooLongNotice(t: Translate, error: unknown, files: readonly string[]): string | undefined {
  if (!(error instanceof ApiError) || error.answer['background'] !== true) return undefined
  const why = t('reports.too-long')
  return files.length > 0 ? `${why} ${t('reports.too-long-files', { files: files.join(' / ') })}` : why
}
