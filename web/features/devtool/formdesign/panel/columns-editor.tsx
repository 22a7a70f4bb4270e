import { Button } from 'antd'
import { textIn } from '../../../../../model/form/definition.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useDesign, useDesignState } from '../design-store.ts'
import { paletteTexts } from '../names.ts'
import type { FieldPart } from '../state/doc.ts'
import { isField } from '../state/doc.ts'
import { newColumn, randomId } from '../state/new-parts.ts'
import { GroupLine } from '../../../../shared/panels/line.tsx'

/** The columns of a table: each leads to what it says, and there may be another one. */
export function ColumnsEditor({ part }: { part: FieldPart }) {
  const t = useT()
  const { act } = useDesign()
  const language = useDesignState((state) => state.language)

  function add(): void {
    const texts = paletteTexts('text', language, t)
    const labels = { [language]: `${t('form-design.column')} ${part.of.length + 1}` }
    act({ do: 'insert', part: newColumn('text', { ...texts, labels }, randomId), at: { parent: part.key, at: part.of.length } })
  }

  return (
    <GroupLine label={t('forms.rule.columns')}>
      <div className="form-buttons">
        {part.of.filter(isField).map((column) => (
          <Button key={column.key} size="small" onClick={() => act({ do: 'select', key: column.key })}>
            {textIn(column.field.labels, language)}
          </Button>
        ))}
        <Button size="small" type="dashed" onClick={add}>
          {t('form-design.column-add')}
        </Button>
      </div>
    </GroupLine>
  )
}
