import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { pictureQuery } from '../../../shared/reports/template-pictures.ts'

/** The picture of a cell, as large as the cell lets it be. */
export function SheetPicture({ picture, cell }: { picture: string; cell: string }) {
  const t = useT()
  const { data } = useQuery(pictureQuery(picture))
  const name = t('report-design.picture', { cell })
  return data ? (
    <img className="sheet-picture" src={data.content} alt={name} draggable={false} />
  ) : (
    <span className="sheet-text">{name}</span>
  )
}
