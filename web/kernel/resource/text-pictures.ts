/** The pictures of rich text are files of whoever writes it, read by everybody of the tenant who reads the text. */
import { isPictureAddress } from '../../../model/file/address.ts'
import type { TextPictures } from '../../ui/rich-text/pictures.ts'
import { ApiError, call } from '../http/api.ts'
import { loadPicture } from './pictures.ts'

/** Milliseconds: files take longer than other calls. */
const LIMIT = 60_000

export const textPictures: TextPictures = {
  owns: isPictureAddress,
  load: loadPicture,
  async store(file) {
    const parts = new FormData()
    parts.set('uploadType', 'editor')
    parts.set('file', file)
    try {
      return (await call<{ url: string }>('POST', '/api/file/file/uploadFile', { parts, limit: LIMIT })).url
    } catch (failure) {
      if (failure instanceof ApiError) return undefined
      throw failure
    }
  },
}
