/** Program: what exceljs' own streaming writer makes of as many rows as its argument says, with nothing else to do. Prints one JSON line. */
import { statSync } from 'node:fs'
import Excel from 'exceljs'

const [rows, file] = [Number(process.argv[2]), process.argv[3] as string]
const idle = process.memoryUsage().rss
let most = idle
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 100)
const begun = performance.now()
const book = new Excel.stream.xlsx.WorkbookWriter({ filename: file, useStyles: false, useSharedStrings: false })
const sheet = book.addWorksheet('用户')
sheet.addRow(['用户名', '昵称', '邮箱', '国家区号', '手机号', '角色', '组织', '状态', '岗位', '创建时间']).commit()
for (let row = 0; row < rows; row += 1) {
  sheet
    .addRow([
      `user${String(row).padStart(6, '0')}`,
      `用户 ${row}`,
      `user${row}@example.com`,
      '86',
      `13${String(row).padStart(9, '0')}`,
      '观察员',
      `部门 ${row % 20}`,
      '正常',
      `post-${row % 10}`,
      '2026-11-20 13:00:00',
    ])
    .commit()
  // The writer piles up what the file has not taken yet; without a breath now and then that is all of it.
  if (row % 1000 === 999) await new Promise((resolve) => setImmediate(resolve))
}
sheet.commit()
await book.commit()
clearInterval(watch)
console.log(
  JSON.stringify({
    seconds: (performance.now() - begun) / 1000,
    cpu: Object.values(process.cpuUsage()).reduce((sum, each) => sum + each, 0) / 1e6,
    above: most - idle,
    size: statSync(file).size,
  }),
)
