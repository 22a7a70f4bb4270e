/** Items of a checklist as they are written: a line each, with what only its kind has. The form item gives value, change and id; the value is the text that the noun keeps. */
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useRef, useState } from 'react'
import type { CheckItem, CheckKind } from '../../../model/maintenance/checklist.ts'
import { CHECK_KINDS, MAX_CHECK_ITEMS, canFail, checklistText, readChecklist } from '../../../model/maintenance/checklist.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { named } from '../../ui/named.ts'
import './checklist-editor.css'

interface ChecklistEditorProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (text: string) => void
}

const MAX_TEXT = 200
const MAX_UNIT = 16

/** Items that were written by a program or an import and cannot be read are kept until somebody writes new ones. */
export default function ChecklistEditor({ id, value, onChange }: ChecklistEditorProps) {
  const t = useT()
  const text = value ?? ''
  // An item without words is no item yet: it is kept here alone, until it has some.
  const [kept, setKept] = useState<{ readonly text: string; readonly items: readonly CheckItem[] }>({
    text,
    items: readChecklist(text) ?? [],
  })
  const items = kept.text === text ? kept.items : (readChecklist(text) ?? [])
  const add = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<string>()

  function change(next: readonly CheckItem[]): void {
    const written = checklistText(next.map((item) => ({ ...item, text: item.text.trim() })).filter((item) => item.text !== ''))
    setKept({ text: written, items: next })
    if (written !== text) onChange?.(written)
  }
  const changeItem = (at: number, changes: Partial<CheckItem>) =>
    change(items.map((item, place) => (place === at ? settled({ ...item, ...changes }) : item)))
  const swap = (at: number, other: number) => {
    const next = [...items]
    const [one, two] = [next[at], next[other]]
    if (!one || !two) return
    next[at] = two
    next[other] = one
    change(next)
  }

  return (
    <div role="group" id={id} tabIndex={-1} aria-label={t('checklist.items')} className="checklist-editor">
      {items.map((item, at) => (
        <fieldset key={item.key} className="checklist-item" aria-label={named(t('checklist.item'), String(at + 1))}>
          <Input
            aria-label={t('checklist.text')}
            placeholder={t('checklist.text')}
            value={item.text}
            maxLength={MAX_TEXT}
            autoFocus={item.key === added}
            onChange={({ target }) => changeItem(at, { text: target.value })}
          />
          <div className="checklist-item-more">
            <Select<CheckKind>
              aria-label={t('checklist.kind')}
              value={item.kind}
              options={CHECK_KINDS.map((kind) => ({ value: kind, label: t(`checklist.kind-${kind}`) }))}
              onChange={(kind) => changeItem(at, { kind })}
            />
            {item.kind === 'number' && (
              <>
                <InputNumber
                  aria-label={t('checklist.low')}
                  placeholder={t('checklist.low')}
                  value={item.low ?? null}
                  onChange={(low) => changeItem(at, { low: low ?? undefined })}
                />
                <InputNumber
                  aria-label={t('checklist.high')}
                  placeholder={t('checklist.high')}
                  value={item.high ?? null}
                  onChange={(high) => changeItem(at, { high: high ?? undefined })}
                />
                <Input
                  aria-label={t('checklist.unit')}
                  placeholder={t('checklist.unit')}
                  className="checklist-unit"
                  value={item.unit ?? ''}
                  maxLength={MAX_UNIT}
                  onChange={({ target }) => changeItem(at, { unit: target.value })}
                />
              </>
            )}
            <Checkbox checked={item.required} onChange={({ target }) => changeItem(at, { required: target.checked })}>
              {t('checklist.required')}
            </Checkbox>
            {canFail(item) && (
              <Checkbox checked={item.opensOrder} onChange={({ target }) => changeItem(at, { opensOrder: target.checked })}>
                {t('checklist.opens')}
              </Checkbox>
            )}
            <span className="checklist-ways">
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined aria-hidden="true" />}
                aria-label={named(t('checklist.up'), String(at + 1))}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined aria-hidden="true" />}
                aria-label={named(t('checklist.down'), String(at + 1))}
                disabled={at === items.length - 1}
                onClick={() => swap(at, at + 1)}
              />
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={named(t('button.delete'), item.text || String(at + 1))}
                onClick={() => {
                  change(items.filter((_, place) => place !== at))
                  // What had the focus is gone.
                  add.current?.focus()
                }}
              />
            </span>
          </div>
        </fieldset>
      ))}
      <Button
        ref={add}
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={items.length >= MAX_CHECK_ITEMS}
        onClick={() => {
          const key = newKey(items)
          setAdded(key)
          change([...items, { key, text: '', kind: 'check', required: true, opensOrder: false }])
        }}
      >
        {t('checklist.add')}
      </Button>
    </div>
  )
}

/** The item without what its kind has not. */
function settled({ unit, low, high, ...item }: CheckItem): CheckItem {
  const limits = {
    ...(unit === undefined || unit === '' ? {} : { unit }),
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  }
  const whole = { ...item, ...(item.kind === 'number' ? limits : {}) }
  return { ...whole, opensOrder: item.opensOrder && canFail({ kind: item.kind, low, high }) }
}

/** A key that none of the items has: results name their item by it, whatever it says later. */
function newKey(items: readonly CheckItem[]): string {
  for (let number = items.length + 1; ; number += 1) {
    const key = `i${number}`
    if (!items.some((item) => item.key === key)) return key
  }
}
