/**
 * Names of Chinese places in traditional script. Character by character is enough here, since the set is closed and each of
 * its characters stands for one: 岩 (龍岩), 余 (新余), 谷, 里, 岳 and 咸 stay, and 台 stays in 台州 alone.
 */
const pairs =
  '东東丰豐临臨义義乌烏乐樂乡鄉云雲亚亞伦倫来來关關兴興内內农農冈岡凉涼别別则則匯匯汇匯区區华華卫衛厦廈县縣双雙吕呂吴吳图圖坝壩垫墊壮壯娄婁宁寧宝寶宾賓寿壽尔爾岗崗岛島岭嶺峡峽广廣庄莊庆慶开開张張彦彥怀懷扬揚抚撫无無晋晉杨楊枣棗桥橋毕畢汉漢沟溝沈瀋沧滄泸瀘泽澤济濟温溫湾灣滨濱潍濰潜潛烟煙玛瑪琼瓊盐鹽盘盤红紅纳納绍紹绥綏绵綿维維肃肅芜蕪芦蘆苏蘇兰蘭荆荊荣榮萨薩蓟薊许許贝貝贡貢贤賢贵貴贺賀资資赣贛辽遼达達迁遷迈邁运運远遠连連边邊郑鄭郸鄲钦欽铁鐵铜銅银銀锡錫锦錦镇鎮长長门門闵閔阳陽陇隴陕陝随隨静靜顶頂顺順颇頗饶饒马馬驻駐鲁魯鲜鮮鸡雞鸭鴨鹤鶴鹰鷹黄黃齐齊龙龍万萬节節头頭丽麗台臺营營'

const characters = new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[at * 2] as string, pairs[at * 2 + 1] as string]))

/** @example traditional('连云港市') // '連雲港市' */
export function traditional(name: string): string {
  if (name.startsWith('台州')) return name
  return [...name].map((character) => characters.get(character) ?? character).join('')
}
