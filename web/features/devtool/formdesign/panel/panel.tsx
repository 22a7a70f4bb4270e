/** What the chosen part says, or with none chosen what is said of the whole form. */
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button } from 'antd'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { chosenIn, useDesign, useDesignState } from '../design-store.ts'
import { ConditionLine } from '../expression/condition-lines.tsx'
import { paletteTexts, sortOf } from '../names.ts'
import { duplicate } from '../part-keys.ts'
import { placeTowards } from '../placing.ts'
import type { Part } from '../state/doc.ts'
import { isField } from '../state/doc.ts'
import { newPage } from '../state/new-parts.ts'
import { Tick } from '../../../../shared/panels/section.tsx'
import { FieldPanel } from './field-panel.tsx'
import { FormPanel } from './form-panel.tsx'
import { useChangePart } from './change-part.ts'
import { TextsInput } from './texts-input.tsx'

export function Panel() {
  const chosen = useDesignState(chosenIn)
  return chosen ? <PartPanel key={chosen.part.key} part={chosen.part} /> : <FormPanel />
}

function PartPanel({ part }: { part: Part }) {
  const t = useT()
  return (
    <>
      <div className="form-panel-head">
        <h2>{part.part === 'column' ? t('form-design.column') : sortOf(part, t)}</h2>
        <PartActions part={part} />
      </div>
      {isField(part) ? <FieldPanel part={part} /> : <LayoutPanel part={part} />}
    </>
  )
}

function PartActions({ part }: { part: Part }) {
  const t = useT()
  const design = useDesign()
  const doc = useDesignState((state) => state.doc)
  const move = (direction: 'up' | 'down') => {
    const to = placeTowards(doc, part.key, direction)
    if (to) design.act({ do: 'move', key: part.key, to })
  }
  const actions = [
    {
      name: t('form-design.up'),
      icon: <ArrowUpOutlined aria-hidden="true" />,
      run: () => move('up'),
      off: !placeTowards(doc, part.key, 'up'),
    },
    {
      name: t('form-design.down'),
      icon: <ArrowDownOutlined aria-hidden="true" />,
      run: () => move('down'),
      off: !placeTowards(doc, part.key, 'down'),
    },
    { name: t('form-design.duplicate'), icon: <CopyOutlined aria-hidden="true" />, run: () => duplicate(design, part.key), off: false },
    {
      name: t('button.delete'),
      icon: <DeleteOutlined aria-hidden="true" />,
      run: () => design.act({ do: 'remove', key: part.key }),
      off: false,
    },
  ]
  return (
    <span className="form-part-actions">
      {actions.map(({ name, icon, run, off }) => (
        <Button key={name} type="text" size="small" icon={icon} aria-label={name} title={name} disabled={off} onClick={run} />
      ))}
    </span>
  )
}

/** Of what is no field. */
function LayoutPanel({ part }: { part: Exclude<Part, { field: unknown }> }) {
  const t = useT()
  const { act } = useDesign()
  const language = useDesignState((state) => state.language)
  const changePart = useChangePart(part.key)
  switch (part.part) {
    case 'group':
    case 'page':
      return (
        <>
          <TextsInput
            label={t('forms.layout.title')}
            value={part.title}
            max={128}
            onKeep={(title, run) => changePart({ title }, `title ${run}`)}
          />
          {part.part === 'group' && (
            <Tick label={t('forms.layout.isFolded')} value={part.isFolded} onChange={(isFolded) => changePart({ isFolded })} />
          )}
        </>
      )
    case 'heading':
    case 'text':
      return (
        <>
          <TextsInput
            label={t('form-design.words')}
            value={part.text}
            lines={part.part === 'text'}
            max={2000}
            onKeep={(text, run) => changePart({ text }, `text ${run}`)}
          />
          <ConditionLine
            label={t('forms.member.visibleWhen')}
            wanted="truth"
            at={part.key}
            value={part.visibleWhen}
            onChange={(visibleWhen) => changePart({ visibleWhen })}
          />
        </>
      )
    case 'tabs':
    case 'steps':
      return (
        <div className="form-buttons">
          <Button
            type="dashed"
            onClick={() =>
              act({
                do: 'insert',
                part: newPage(paletteTexts(part.part, language, t), part.of.length + 1),
                at: { parent: part.key, at: part.of.length },
              })
            }
          >
            {t(part.part === 'tabs' ? 'form-design.page-add' : 'form-design.step-add')}
          </Button>
        </div>
      )
    default:
      return <p className="form-quiet">{t(part.part === 'row' ? 'form-design.row-about' : 'form-design.divider-about')}</p>
  }
}
