/** The pictures of rich text are files of whoever writes it, read by everybody of the tenant who reads the text. */
import { uploadFile } from '../../../model/contract/file/contents.ts'
import { isPictureAddress } from '../../../model/file/address.ts'
import type { TextPictures } from '../../ui/rich-text/pictures.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { loadPicture } from './pictures.ts'

/** Milliseconds: files take longer than other calls. */
const LIMIT = 60_000

export const textPictures: TextPictures = {
  owns: isPictureAddress,
  load: loadPicture,
  async store(file) {
    try {
      return (await ask(uploadFile, { uploadType: 'editor', file }, { limit: LIMIT })).url
    } catch (failure) {
      if (failure instanceof ApiError) return undefined
      throw failure
    }
  },
}
