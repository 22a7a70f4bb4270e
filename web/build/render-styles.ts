import { StyleProvider, createCache } from '@ant-design/cssinjs'
import { Button, ConfigProvider, Dropdown, Input, Menu, Pagination, Select, Switch } from 'antd'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Prepared } from '../app/prepared.ts'

/** The styles of the components that the shell and a list are made of. */
export function prepare(): Prepared[] {
  const cache = createCache()
  const parts = [
    createElement(Menu, {
      mode: 'inline',
      tooltip: false,
      items: [{ key: 'group', label: 'group', children: [{ key: 'page', label: 'page' }] }],
    }),
    createElement(Dropdown, { menu: { items: [] } }, createElement('span')),
    createElement(Button, { type: 'primary' }, 'text'),
    createElement(Input, { allowClear: true }),
    createElement(Select, { allowClear: true, showSearch: true }),
    createElement(Switch, { size: 'small' }),
    createElement(Pagination, { total: 100, showQuickJumper: true, showSizeChanger: false }),
  ]
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(ConfigProvider, { theme: { cssVar: { key: 'prepared' }, hashed: false } }, ...parts),
    ),
  )
  return [...cache.cache].flatMap(([key, [, style]]): Prepared[] => (key.startsWith('style%') ? [[key, style as Prepared[1]]] : []))
}
