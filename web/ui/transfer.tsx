/** Two lists, and things that move between them. Boxes and buttons are the browser's own. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Option } from './options.ts'
import { named } from './named.ts'
import './transfer.css'

export interface TransferTexts {
  readonly left: string
  readonly right: string
  readonly toRight: string
  readonly toLeft: string
  readonly search: string
  readonly none: string
}

interface TransferProps {
  readonly options: readonly Option[]
  /** The values on the right side, in the order in which they came. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly texts: TransferTexts
}

export function Transfer({ options, value, onChange, texts }: TransferProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const left = options.filter((option) => !value.includes(option.value))
  const right = value.flatMap((one) => options.filter((option) => option.value === one))
  const tickedOf = (side: readonly Option[]) => side.map((option) => option.value).filter((one) => ticked.has(one))
  const tick = (one: string) =>
    setTicked((now) => {
      const next = new Set(now)
      if (!next.delete(one)) next.add(one)
      return next
    })

  function move(next: readonly string[], moved: readonly string[]): void {
    onChange(next)
    setTicked((now) => new Set([...now].filter((one) => !moved.includes(one))))
  }

  const [here, there] = [tickedOf(left), tickedOf(right)]
  return (
    <div className="transfer">
      <Side name={texts.left} options={left} ticked={ticked} onTick={tick} texts={texts} />
      <div className="transfer-buttons">
        <Button
          icon={<RightOutlined aria-hidden="true" />}
          aria-label={texts.toRight}
          title={texts.toRight}
          disabled={here.length === 0}
          onClick={() => move([...value, ...here], here)}
        />
        <Button
          icon={<LeftOutlined aria-hidden="true" />}
          aria-label={texts.toLeft}
          title={texts.toLeft}
          disabled={there.length === 0}
          onClick={() =>
            move(
              value.filter((one) => !there.includes(one)),
              there,
            )
          }
        />
      </div>
      <Side name={texts.right} options={right} ticked={ticked} onTick={tick} texts={texts} />
    </div>
  )
}

interface SideProps {
  readonly name: string
  readonly options: readonly Option[]
  readonly ticked: ReadonlySet<string>
  readonly onTick: (value: string) => void
  readonly texts: TransferTexts
}

function Side({ name, options, ticked, onTick, texts }: SideProps) {
  const [words, setWords] = useState('')
  const shown = options.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <fieldset className="transfer-side">
      <legend>
        {name} ({options.length})
      </legend>
      <Input
        allowClear
        value={words}
        placeholder={texts.search}
        aria-label={named(texts.search, name)}
        onChange={(event) => setWords(event.target.value)}
      />
      <ul>
        {shown.length === 0 && <li className="transfer-none">{texts.none}</li>}
        {shown.map(({ value, label }) => (
          <li key={value}>
            <label>
              <input type="checkbox" checked={ticked.has(value)} onChange={() => onTick(value)} /> {label}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
