/**
 * The provinces and cities of China with their codes (GB/T 2260; Ministry of Civil Affairs, 中华人民共和国行政区划代码), as they
 * stand since 2023: 34 at the level of provinces, 333 at that of prefectures, the units of county level that answer to their
 * province directly, and the districts of the four municipalities. Names in English are pinyin; those in traditional script
 * are made of the simplified ones by `regions-traditional.ts`.
 */
import { traditional } from './regions-traditional.ts'

export interface RegionSeed {
  readonly code: string
  readonly type: 'province' | 'city' | 'district'
  /** Absent for a province. */
  readonly parent?: string
  readonly names: readonly [zh: string, tw: string, en: string]
}

/** Code of the province, its names, and below it `code name English`; 市 is left out where it ends a name. */
type Province = readonly [code: string, zh: string, en: string, below: string]

const provinces: readonly Province[] = [
  [
    '11',
    '北京市',
    'Beijing',
    `0101 东城区 Dongcheng, 0102 西城区 Xicheng, 0105 朝阳区 Chaoyang, 0106 丰台区 Fengtai, 0107 石景山区 Shijingshan, 0108 海淀区 Haidian,
    0109 门头沟区 Mentougou, 0111 房山区 Fangshan, 0112 通州区 Tongzhou, 0113 顺义区 Shunyi, 0114 昌平区 Changping, 0115 大兴区 Daxing, 0116 怀柔区 Huairou,
    0117 平谷区 Pinggu, 0118 密云区 Miyun, 0119 延庆区 Yanqing`,
  ],
  [
    '12',
    '天津市',
    'Tianjin',
    `0101 和平区 Heping, 0102 河东区 Hedong, 0103 河西区 Hexi, 0104 南开区 Nankai, 0105 河北区 Hebei, 0106 红桥区 Hongqiao, 0110 东丽区 Dongli,
    0111 西青区 Xiqing, 0112 津南区 Jinnan, 0113 北辰区 Beichen, 0114 武清区 Wuqing, 0115 宝坻区 Baodi, 0116 滨海新区 Binhai New Area, 0117 宁河区 Ninghe,
    0118 静海区 Jinghai, 0119 蓟州区 Jizhou`,
  ],
  [
    '13',
    '河北省',
    'Hebei',
    `0100 石家庄 Shijiazhuang, 0200 唐山 Tangshan, 0300 秦皇岛 Qinhuangdao, 0400 邯郸 Handan, 0500 邢台 Xingtai, 0600 保定 Baoding,
    0700 张家口 Zhangjiakou, 0800 承德 Chengde, 0900 沧州 Cangzhou, 1000 廊坊 Langfang, 1100 衡水 Hengshui`,
  ],
  [
    '14',
    '山西省',
    'Shanxi',
    `0100 太原 Taiyuan, 0200 大同 Datong, 0300 阳泉 Yangquan, 0400 长治 Changzhi, 0500 晋城 Jincheng, 0600 朔州 Shuozhou, 0700 晋中 Jinzhong,
    0800 运城 Yuncheng, 0900 忻州 Xinzhou, 1000 临汾 Linfen, 1100 吕梁 Lüliang`,
  ],
  [
    '15',
    '内蒙古自治区',
    'Inner Mongolia',
    `0100 呼和浩特 Hohhot, 0200 包头 Baotou, 0300 乌海 Wuhai, 0400 赤峰 Chifeng, 0500 通辽 Tongliao, 0600 鄂尔多斯 Ordos,
    0700 呼伦贝尔 Hulunbuir, 0800 巴彦淖尔 Bayannur, 0900 乌兰察布 Ulanqab, 2200 兴安盟 Hinggan League, 2500 锡林郭勒盟 Xilingol League, 2900 阿拉善盟 Alxa League`,
  ],
  [
    '21',
    '辽宁省',
    'Liaoning',
    `0100 沈阳 Shenyang, 0200 大连 Dalian, 0300 鞍山 Anshan, 0400 抚顺 Fushun, 0500 本溪 Benxi, 0600 丹东 Dandong, 0700 锦州 Jinzhou,
    0800 营口 Yingkou, 0900 阜新 Fuxin, 1000 辽阳 Liaoyang, 1100 盘锦 Panjin, 1200 铁岭 Tieling, 1300 朝阳 Chaoyang, 1400 葫芦岛 Huludao`,
  ],
  [
    '22',
    '吉林省',
    'Jilin',
    `0100 长春 Changchun, 0200 吉林 Jilin, 0300 四平 Siping, 0400 辽源 Liaoyuan, 0500 通化 Tonghua, 0600 白山 Baishan, 0700 松原 Songyuan,
    0800 白城 Baicheng, 2400 延边朝鲜族自治州 Yanbian Korean Autonomous Prefecture`,
  ],
  [
    '23',
    '黑龙江省',
    'Heilongjiang',
    `0100 哈尔滨 Harbin, 0200 齐齐哈尔 Qiqihar, 0300 鸡西 Jixi, 0400 鹤岗 Hegang, 0500 双鸭山 Shuangyashan, 0600 大庆 Daqing, 0700 伊春 Yichun,
    0800 佳木斯 Jiamusi, 0900 七台河 Qitaihe, 1000 牡丹江 Mudanjiang, 1100 黑河 Heihe, 1200 绥化 Suihua, 2700 大兴安岭地区 Daxing'anling Prefecture`,
  ],
  [
    '31',
    '上海市',
    'Shanghai',
    `0101 黄浦区 Huangpu, 0104 徐汇区 Xuhui, 0105 长宁区 Changning, 0106 静安区 Jing'an, 0107 普陀区 Putuo, 0109 虹口区 Hongkou, 0110 杨浦区 Yangpu,
    0112 闵行区 Minhang, 0113 宝山区 Baoshan, 0114 嘉定区 Jiading, 0115 浦东新区 Pudong New Area, 0116 金山区 Jinshan, 0117 松江区 Songjiang, 0118 青浦区 Qingpu,
    0120 奉贤区 Fengxian, 0151 崇明区 Chongming`,
  ],
  [
    '32',
    '江苏省',
    'Jiangsu',
    `0100 南京 Nanjing, 0200 无锡 Wuxi, 0300 徐州 Xuzhou, 0400 常州 Changzhou, 0500 苏州 Suzhou, 0600 南通 Nantong, 0700 连云港 Lianyungang,
    0800 淮安 Huai'an, 0900 盐城 Yancheng, 1000 扬州 Yangzhou, 1100 镇江 Zhenjiang, 1200 泰州 Taizhou, 1300 宿迁 Suqian`,
  ],
  [
    '33',
    '浙江省',
    'Zhejiang',
    `0100 杭州 Hangzhou, 0200 宁波 Ningbo, 0300 温州 Wenzhou, 0400 嘉兴 Jiaxing, 0500 湖州 Huzhou, 0600 绍兴 Shaoxing, 0700 金华 Jinhua,
    0800 衢州 Quzhou, 0900 舟山 Zhoushan, 1000 台州 Taizhou, 1100 丽水 Lishui`,
  ],
  [
    '34',
    '安徽省',
    'Anhui',
    `0100 合肥 Hefei, 0200 芜湖 Wuhu, 0300 蚌埠 Bengbu, 0400 淮南 Huainan, 0500 马鞍山 Ma'anshan, 0600 淮北 Huaibei, 0700 铜陵 Tongling, 0800 安庆 Anqing,
    1000 黄山 Huangshan, 1100 滁州 Chuzhou, 1200 阜阳 Fuyang, 1300 宿州 Suzhou, 1500 六安 Lu'an, 1600 亳州 Bozhou, 1700 池州 Chizhou, 1800 宣城 Xuancheng`,
  ],
  [
    '35',
    '福建省',
    'Fujian',
    `0100 福州 Fuzhou, 0200 厦门 Xiamen, 0300 莆田 Putian, 0400 三明 Sanming, 0500 泉州 Quanzhou, 0600 漳州 Zhangzhou, 0700 南平 Nanping,
    0800 龙岩 Longyan, 0900 宁德 Ningde`,
  ],
  [
    '36',
    '江西省',
    'Jiangxi',
    `0100 南昌 Nanchang, 0200 景德镇 Jingdezhen, 0300 萍乡 Pingxiang, 0400 九江 Jiujiang, 0500 新余 Xinyu, 0600 鹰潭 Yingtan, 0700 赣州 Ganzhou,
    0800 吉安 Ji'an, 0900 宜春 Yichun, 1000 抚州 Fuzhou, 1100 上饶 Shangrao`,
  ],
  [
    '37',
    '山东省',
    'Shandong',
    `0100 济南 Jinan, 0200 青岛 Qingdao, 0300 淄博 Zibo, 0400 枣庄 Zaozhuang, 0500 东营 Dongying, 0600 烟台 Yantai, 0700 潍坊 Weifang, 0800 济宁 Jining,
    0900 泰安 Tai'an, 1000 威海 Weihai, 1100 日照 Rizhao, 1300 临沂 Linyi, 1400 德州 Dezhou, 1500 聊城 Liaocheng, 1600 滨州 Binzhou, 1700 菏泽 Heze`,
  ],
  [
    '41',
    '河南省',
    'Henan',
    `0100 郑州 Zhengzhou, 0200 开封 Kaifeng, 0300 洛阳 Luoyang, 0400 平顶山 Pingdingshan, 0500 安阳 Anyang, 0600 鹤壁 Hebi, 0700 新乡 Xinxiang,
    0800 焦作 Jiaozuo, 0900 濮阳 Puyang, 1000 许昌 Xuchang, 1100 漯河 Luohe, 1200 三门峡 Sanmenxia, 1300 南阳 Nanyang, 1400 商丘 Shangqiu, 1500 信阳 Xinyang,
    1600 周口 Zhoukou, 1700 驻马店 Zhumadian, 9001 济源 Jiyuan`,
  ],
  [
    '42',
    '湖北省',
    'Hubei',
    `0100 武汉 Wuhan, 0200 黄石 Huangshi, 0300 十堰 Shiyan, 0500 宜昌 Yichang, 0600 襄阳 Xiangyang, 0700 鄂州 Ezhou, 0800 荆门 Jingmen, 0900 孝感 Xiaogan,
    1000 荆州 Jingzhou, 1100 黄冈 Huanggang, 1200 咸宁 Xianning, 1300 随州 Suizhou, 2800 恩施土家族苗族自治州 Enshi Tujia and Miao Autonomous Prefecture,
    9004 仙桃 Xiantao, 9005 潜江 Qianjiang, 9006 天门 Tianmen, 9021 神农架林区 Shennongjia Forestry District`,
  ],
  [
    '43',
    '湖南省',
    'Hunan',
    `0100 长沙 Changsha, 0200 株洲 Zhuzhou, 0300 湘潭 Xiangtan, 0400 衡阳 Hengyang, 0500 邵阳 Shaoyang, 0600 岳阳 Yueyang, 0700 常德 Changde,
    0800 张家界 Zhangjiajie, 0900 益阳 Yiyang, 1000 郴州 Chenzhou, 1100 永州 Yongzhou, 1200 怀化 Huaihua, 1300 娄底 Loudi,
    3100 湘西土家族苗族自治州 Xiangxi Tujia and Miao Autonomous Prefecture`,
  ],
  [
    '44',
    '广东省',
    'Guangdong',
    `0100 广州 Guangzhou, 0200 韶关 Shaoguan, 0300 深圳 Shenzhen, 0400 珠海 Zhuhai, 0500 汕头 Shantou, 0600 佛山 Foshan, 0700 江门 Jiangmen,
    0800 湛江 Zhanjiang, 0900 茂名 Maoming, 1200 肇庆 Zhaoqing, 1300 惠州 Huizhou, 1400 梅州 Meizhou, 1500 汕尾 Shanwei, 1600 河源 Heyuan, 1700 阳江 Yangjiang,
    1800 清远 Qingyuan, 1900 东莞 Dongguan, 2000 中山 Zhongshan, 5100 潮州 Chaozhou, 5200 揭阳 Jieyang, 5300 云浮 Yunfu`,
  ],
  [
    '45',
    '广西壮族自治区',
    'Guangxi',
    `0100 南宁 Nanning, 0200 柳州 Liuzhou, 0300 桂林 Guilin, 0400 梧州 Wuzhou, 0500 北海 Beihai, 0600 防城港 Fangchenggang, 0700 钦州 Qinzhou,
    0800 贵港 Guigang, 0900 玉林 Yulin, 1000 百色 Baise, 1100 贺州 Hezhou, 1200 河池 Hechi, 1300 来宾 Laibin, 1400 崇左 Chongzuo`,
  ],
  [
    '46',
    '海南省',
    'Hainan',
    `0100 海口 Haikou, 0200 三亚 Sanya, 0300 三沙 Sansha, 0400 儋州 Danzhou, 9001 五指山 Wuzhishan, 9002 琼海 Qionghai, 9005 文昌 Wenchang, 9006 万宁 Wanning,
    9007 东方 Dongfang, 9021 定安县 Ding'an, 9022 屯昌县 Tunchang, 9023 澄迈县 Chengmai, 9024 临高县 Lingao, 9025 白沙黎族自治县 Baisha Li Autonomous County,
    9026 昌江黎族自治县 Changjiang Li Autonomous County, 9027 乐东黎族自治县 Ledong Li Autonomous County, 9028 陵水黎族自治县 Lingshui Li Autonomous County,
    9029 保亭黎族苗族自治县 Baoting Li and Miao Autonomous County, 9030 琼中黎族苗族自治县 Qiongzhong Li and Miao Autonomous County`,
  ],
  [
    '50',
    '重庆市',
    'Chongqing',
    `0101 万州区 Wanzhou, 0102 涪陵区 Fuling, 0103 渝中区 Yuzhong, 0104 大渡口区 Dadukou, 0105 江北区 Jiangbei, 0106 沙坪坝区 Shapingba, 0107 九龙坡区 Jiulongpo,
    0108 南岸区 Nan'an, 0109 北碚区 Beibei, 0110 綦江区 Qijiang, 0111 大足区 Dazu, 0112 渝北区 Yubei, 0113 巴南区 Banan, 0114 黔江区 Qianjiang, 0115 长寿区 Changshou,
    0116 江津区 Jiangjin, 0117 合川区 Hechuan, 0118 永川区 Yongchuan, 0119 南川区 Nanchuan, 0120 璧山区 Bishan, 0151 铜梁区 Tongliang, 0152 潼南区 Tongnan,
    0153 荣昌区 Rongchang, 0154 开州区 Kaizhou, 0155 梁平区 Liangping, 0156 武隆区 Wulong, 0229 城口县 Chengkou, 0230 丰都县 Fengdu, 0231 垫江县 Dianjiang,
    0233 忠县 Zhongxian, 0235 云阳县 Yunyang, 0236 奉节县 Fengjie, 0237 巫山县 Wushan, 0238 巫溪县 Wuxi, 0240 石柱土家族自治县 Shizhu Tujia Autonomous County,
    0241 秀山土家族苗族自治县 Xiushan Tujia and Miao Autonomous County, 0242 酉阳土家族苗族自治县 Youyang Tujia and Miao Autonomous County,
    0243 彭水苗族土家族自治县 Pengshui Miao and Tujia Autonomous County`,
  ],
  [
    '51',
    '四川省',
    'Sichuan',
    `0100 成都 Chengdu, 0300 自贡 Zigong, 0400 攀枝花 Panzhihua, 0500 泸州 Luzhou, 0600 德阳 Deyang, 0700 绵阳 Mianyang, 0800 广元 Guangyuan, 0900 遂宁 Suining,
    1000 内江 Neijiang, 1100 乐山 Leshan, 1300 南充 Nanchong, 1400 眉山 Meishan, 1500 宜宾 Yibin, 1600 广安 Guang'an, 1700 达州 Dazhou, 1800 雅安 Ya'an,
    1900 巴中 Bazhong, 2000 资阳 Ziyang, 3200 阿坝藏族羌族自治州 Aba Tibetan and Qiang Autonomous Prefecture, 3300 甘孜藏族自治州 Garzê Tibetan Autonomous Prefecture,
    3400 凉山彝族自治州 Liangshan Yi Autonomous Prefecture`,
  ],
  [
    '52',
    '贵州省',
    'Guizhou',
    `0100 贵阳 Guiyang, 0200 六盘水 Liupanshui, 0300 遵义 Zunyi, 0400 安顺 Anshun, 0500 毕节 Bijie, 0600 铜仁 Tongren,
    2300 黔西南布依族苗族自治州 Qianxinan Buyei and Miao Autonomous Prefecture, 2600 黔东南苗族侗族自治州 Qiandongnan Miao and Dong Autonomous Prefecture,
    2700 黔南布依族苗族自治州 Qiannan Buyei and Miao Autonomous Prefecture`,
  ],
  [
    '53',
    '云南省',
    'Yunnan',
    `0100 昆明 Kunming, 0300 曲靖 Qujing, 0400 玉溪 Yuxi, 0500 保山 Baoshan, 0600 昭通 Zhaotong, 0700 丽江 Lijiang, 0800 普洱 Pu'er, 0900 临沧 Lincang,
    2300 楚雄彝族自治州 Chuxiong Yi Autonomous Prefecture, 2500 红河哈尼族彝族自治州 Honghe Hani and Yi Autonomous Prefecture,
    2600 文山壮族苗族自治州 Wenshan Zhuang and Miao Autonomous Prefecture, 2800 西双版纳傣族自治州 Xishuangbanna Dai Autonomous Prefecture,
    2900 大理白族自治州 Dali Bai Autonomous Prefecture, 3100 德宏傣族景颇族自治州 Dehong Dai and Jingpo Autonomous Prefecture,
    3300 怒江傈僳族自治州 Nujiang Lisu Autonomous Prefecture, 3400 迪庆藏族自治州 Diqing Tibetan Autonomous Prefecture`,
  ],
  [
    '54',
    '西藏自治区',
    'Tibet',
    `0100 拉萨 Lhasa, 0200 日喀则 Shigatse, 0300 昌都 Qamdo, 0400 林芝 Nyingchi, 0500 山南 Shannan, 0600 那曲 Nagqu, 2500 阿里地区 Ngari Prefecture`,
  ],
  [
    '61',
    '陕西省',
    'Shaanxi',
    `0100 西安 Xi'an, 0200 铜川 Tongchuan, 0300 宝鸡 Baoji, 0400 咸阳 Xianyang, 0500 渭南 Weinan, 0600 延安 Yan'an, 0700 汉中 Hanzhong, 0800 榆林 Yulin,
    0900 安康 Ankang, 1000 商洛 Shangluo`,
  ],
  [
    '62',
    '甘肃省',
    'Gansu',
    `0100 兰州 Lanzhou, 0200 嘉峪关 Jiayuguan, 0300 金昌 Jinchang, 0400 白银 Baiyin, 0500 天水 Tianshui, 0600 武威 Wuwei, 0700 张掖 Zhangye, 0800 平凉 Pingliang,
    0900 酒泉 Jiuquan, 1000 庆阳 Qingyang, 1100 定西 Dingxi, 1200 陇南 Longnan, 2900 临夏回族自治州 Linxia Hui Autonomous Prefecture,
    3000 甘南藏族自治州 Gannan Tibetan Autonomous Prefecture`,
  ],
  [
    '63',
    '青海省',
    'Qinghai',
    `0100 西宁 Xining, 0200 海东 Haidong, 2200 海北藏族自治州 Haibei Tibetan Autonomous Prefecture, 2300 黄南藏族自治州 Huangnan Tibetan Autonomous Prefecture,
    2500 海南藏族自治州 Hainan Tibetan Autonomous Prefecture, 2600 果洛藏族自治州 Golog Tibetan Autonomous Prefecture, 2700 玉树藏族自治州 Yushu Tibetan Autonomous Prefecture,
    2800 海西蒙古族藏族自治州 Haixi Mongol and Tibetan Autonomous Prefecture`,
  ],
  [
    '64',
    '宁夏回族自治区',
    'Ningxia',
    `0100 银川 Yinchuan, 0200 石嘴山 Shizuishan, 0300 吴忠 Wuzhong, 0400 固原 Guyuan, 0500 中卫 Zhongwei`,
  ],
  [
    '65',
    '新疆维吾尔自治区',
    'Xinjiang',
    `0100 乌鲁木齐 Urumqi, 0200 克拉玛依 Karamay, 0400 吐鲁番 Turpan, 0500 哈密 Hami, 2300 昌吉回族自治州 Changji Hui Autonomous Prefecture,
    2700 博尔塔拉蒙古自治州 Bortala Mongol Autonomous Prefecture, 2800 巴音郭楞蒙古自治州 Bayingolin Mongol Autonomous Prefecture, 2900 阿克苏地区 Aksu Prefecture,
    3000 克孜勒苏柯尔克孜自治州 Kizilsu Kyrgyz Autonomous Prefecture, 3100 喀什地区 Kashgar Prefecture, 3200 和田地区 Hotan Prefecture,
    4000 伊犁哈萨克自治州 Ili Kazakh Autonomous Prefecture, 4200 塔城地区 Tacheng Prefecture, 4300 阿勒泰地区 Altay Prefecture, 9001 石河子 Shihezi, 9002 阿拉尔 Aral,
    9003 图木舒克 Tumxuk, 9004 五家渠 Wujiaqu, 9005 北屯 Beitun, 9006 铁门关 Tiemenguan, 9007 双河 Shuanghe, 9008 可克达拉 Kokdala, 9009 昆玉 Kunyu, 9010 胡杨河 Huyanghe,
    9011 新星 Xinxing, 9012 白杨 Baiyang`,
  ],
  ['71', '台湾省', 'Taiwan', ''],
  ['81', '香港特别行政区', 'Hong Kong', ''],
  ['82', '澳门特别行政区', 'Macao', ''],
]

const municipalities = new Set(['11', '12', '31', '50'])

export const regions: readonly RegionSeed[] = provinces.flatMap(([short, zh, en, below]): RegionSeed[] => {
  const code = `${short}0000`
  const children = below
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry): RegionSeed => {
      const [, digits = '', short_name = '', english = ''] = /^(\d{4}) (\S+) (.+)$/.exec(entry) ?? []
      const name = /(自治州|地区|盟|区|县)$/.test(short_name) ? short_name : `${short_name}市`
      return {
        code: `${short}${digits}`,
        type: municipalities.has(short) ? 'district' : 'city',
        parent: code,
        names: [name, traditional(name), english],
      }
    })
  return [{ code, type: 'province', names: [zh, traditional(zh), en] }, ...children]
})
