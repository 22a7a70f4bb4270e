/** Which texts of HTML are given to the browser's parser: such as programs write, and none with depth that is hidden from the count. */
import { expect, it } from 'vitest'
import { isShallow } from './html-shape.ts'

it('what spreadsheets and browsers write is read', () => {
  for (const html of [
    '<html><head><meta charset=utf-8><title>a < b</title><style><!--td{color:red} </b>--></style></head><body><table><col width=64><tr><td class=xl65>1<br>2</td></tr></table></body></html>',
    `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0//EN"><table><![if x]><tr><td style='font-family:"Times New Roman"' nowrap x:num="1">a &lt; b</td></tr><![endif]></table>`,
    '<!--StartFragment--><TABLE><TR><TD><A HREF="a>b</td>">x</A></td></TR></TABLE><!--EndFragment-->',
    'a < b and 1 <2',
    '',
  ])
    expect(isShallow(html), html).toBe(true)
})

it('what is deep is refused, however its depth is hidden', () => {
  const hidden = {
    plain: '<div>',
    closed: '<div/>',
    comment: '<div><!--</div>-->',
    shortComment: '<!--><div>-->',
    strangeComment: '<!-- --!><div><!-- -->',
    attribute: '<div><br title="</div>">',
    name: '<br a"><div>">',
    equals: '<br a=="><div>">',
    nameless: '<br ="><div>">',
    bare: "<br a=b'><div>'>",
    unordered: '<div><table><tr><td></div></td></tr></table>',
    style: '<style></style><div>',
    raw: '<style><!-- </style><div>-->',
    svg: '<svg><style><div></style></svg>',
    script: '<div><script><!--<script></script></div></script>',
    text: '<textarea></textarea><div>',
  }
  for (const [what, part] of Object.entries(hidden)) expect(isShallow(part.repeat(200)), what).toBe(false)
  expect(isShallow('<b>'.repeat(100) + '</b>'.repeat(100))).toBe(true)
  expect(isShallow('<b>'.repeat(101) + '</b>'.repeat(101))).toBe(false)
})

it('a megabyte is looked at once', () => {
  const before = process.cpuUsage()
  for (const part of ['<', '<!', '<!--', '<a ', '<a b="', '<style>', '</', '<br>', '<a b=', ' ', '<b></b>', '<a" '])
    isShallow(part.repeat(Math.ceil(1_000_000 / part.length)))
  const { user, system } = process.cpuUsage(before)
  // Milliseconds.
  expect((user + system) / 1000).toBeLessThan(5000)
})
