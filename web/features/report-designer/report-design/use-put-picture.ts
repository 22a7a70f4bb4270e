/** Puts a picture into a cell: it is stored first, and the cell names it then. */
import type { Place } from '../../../../model/reports/places.ts'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { storePicture } from '../../../shared/reports/template-pictures.ts'
import { putPicture } from './state/edits.ts'
import { useSheet } from './store.ts'

/** A function that stores a file and puts it into the cell at a place, as one step that can be taken back. People have been told of what went wrong. */
export function usePutPicture(announce: (text: string) => void) {
  const t = useT()
  const sheet = useSheet()
  return async (file: Blob, place: Place): Promise<void> => {
    announce(t('report-design.picture-storing'))
    try {
      const picture = await storePicture(file)
      sheet.change((made) => putPicture(made, place, picture))
      announce(t('report-design.picture-in', { cell: nameOfPlace(place) }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
}
