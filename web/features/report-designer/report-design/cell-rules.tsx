/** Conditions by which the chosen cell has other looks; the first that holds is taken. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button, Input } from 'antd'
import { readCellFormula } from '../../../../model/reports/formula.ts'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import type { Style } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { changeCell } from './state/edits.ts'
import { ruleStyle } from './state/rules.ts'
import { activeCell, useSheet, useSheetState } from './store.ts'

const MAX_RULES = 10

export function Rules() {
  const t = useT()
  const sheet = useSheet()
  const cell = useSheetState(activeCell)
  const styles = useSheetState(({ template }) => template.styles)
  const name = useSheetState(({ at }) => nameOfPlace(at))
  const rules = cell?.rules ?? []
  const looks = (at: number, change: Style, run: string) => sheet.change((made, _area, place) => ruleStyle(made, place, at, change), run)

  return (
    <div className="report-line">
      <h2>{t('report-design.rules')}</h2>
      {rules.map((rule, at) => (
        <div key={at} className="report-rule">
          <Input
            aria-label={t('report-design.rule', { at: at + 1 })}
            value={rule.if}
            maxLength={1000}
            status={'fault' in readCellFormula(rule.if) ? 'error' : ''}
            onChange={({ target }) =>
              target.value !== '' &&
              sheet.change(
                (made, _area, place) => changeCell(made, place, { rules: rules.with(at, { ...rule, if: target.value }) }),
                `rule ${at}`,
              )
            }
          />
          {(['colour', 'fill'] as const).map((part) => (
            <input
              key={part}
              type="color"
              aria-label={t(`report-design.rule-${part}`, { at: at + 1 })}
              title={t(`report-design.${part}`)}
              value={styles[rule.style]?.[part] ?? (part === 'fill' ? '#ffffff' : '#000000')}
              onChange={({ target }) => looks(at, { [part]: target.value }, `${part} ${at}`)}
            />
          ))}
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('report-design.rule-remove', { at: at + 1 })}
            onClick={() =>
              sheet.change((made, _area, place) =>
                changeCell(made, place, { rules: rules.length === 1 ? undefined : rules.toSpliced(at, 1) }),
              )
            }
          />
        </div>
      ))}
      {rules.length < MAX_RULES && (
        <Button
          size="small"
          onClick={() =>
            sheet.change((made, _area, place) => {
              const added = changeCell(made, place, { rules: [...rules, { if: `${name} > 0`, style: 0 }] })
              return ruleStyle(added, place, rules.length, { colour: '#b42318', fill: '#fef3f2' })
            })
          }
        >
          {t('report-design.rule-add')}
        </Button>
      )}
    </div>
  )
}
