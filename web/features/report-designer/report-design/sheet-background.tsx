/** The form behind the first page, where the cells of the sheet will stand on it. */
import { useQuery } from '@tanstack/react-query'
import { behindPage, paperOf, shiftedPage } from '../../../../model/reports/paper.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { pictureQuery } from '../../../shared/reports/template-pictures.ts'
import { PIXELS } from './cell-view.tsx'
import { useSheetState } from './store.ts'

/** A sheet that is wider than its page is made no smaller than this (server/reports/layout.ts). */
const MIN_SCALE = 0.6

export default function SheetBackground({ picture }: { picture: string }) {
  const t = useT()
  const { data } = useQuery(pictureQuery(picture))
  const page = useSheetState(({ template }) => template.page)
  const total = useSheetState(({ template }) => template.columns.reduce((sum, each) => sum + each, 0))
  if (!data) return null
  const [top, right, , left] = shiftedPage(page).margins
  const { count, gap } = page.columns ?? { count: 1, gap: 0 }
  const wide = (paperOf(page).width - left - right - gap * (count - 1)) / count
  // The sheet is as large as it is, so the form is larger where the sheet will be made smaller.
  const scale = PIXELS / Math.max(count > 1 ? 0 : MIN_SCALE, Math.min(1, wide / total))
  const at = behindPage(data, page)
  return (
    <div className="sheet-background">
      <img
        src={data.content}
        alt={t('report-design.background')}
        draggable={false}
        style={{ left: (at.x - left) * scale, top: (at.y - top) * scale, width: at.width * scale, height: at.height * scale }}
      />
    </div>
  )
}
