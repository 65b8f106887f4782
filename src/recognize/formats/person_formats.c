/* What people are called, and words for their sex. */
#include "recognize/formats/formats.h"
#include "recognize/formats/text_scan.h"

#include <string.h>

/* Folded, in byte order, as all lists of this file. */
static const char *const sexes[] = {
    "boy",       "d",           "desconocido", "dhr",          "divers",   "diverse",
    "donna",     "f",           "female",      "femenino",     "feminin",  "feminino",
    "femme",     "femmina",     "femminile",   "fille",        "frau",     "garcon",
    "girl",      "h",           "herr",        "hombre",       "homem",    "homme",
    "inconnu",   "intersex",    "m",           "maennlich",    "male",     "man",
    "mann",      "mannelijk",   "maschile",    "maschio",      "masculin", "masculino",
    "men",       "mevr",        "mlle",        "mme",          "mr",       "mrs",
    "ms",        "mujer",       "mulher",      "nina",         "nino",     "non-binary",
    "nonbinary", "onbekend",    "other",       "sconosciuto",  "sig",      "sr",
    "sra",       "transgender", "unbekannt",   "undetermined", "unknown",  "uomo",
    "v",         "varon",       "vrouw",       "vrouwelijk",   "w",        "weiblich",
    "woman",     "women",       "x",           "其他",         "女",       "女性",
    "未知",      "男",          "男性"};

static const char *const booleans[] = {
    "f",   "falsch", "false",      "falso",     "faux",    "j",        "ja",   "n",
    "nao", "nee",    "negativ",    "negative",  "nein",    "no",       "non",  "o",
    "off", "on",     "onwaar",     "oui",       "positiv", "positive", "si",   "sim",
    "t",   "true",   "verdadeiro", "verdadero", "vero",    "vrai",     "waar", "wahr",
    "y",   "yes",    "否",         "无",        "是",      "有"};

/* Common in several languages. */
static const char *const given_names[] = {
    "aaron",      "adam",        "adele",      "adrian",     "agnes",     "ahmed",
    "aisha",      "alain",       "alan",       "alba",       "albert",    "alberto",
    "aldo",       "alejandro",   "alessandra", "alessandro", "alex",      "alexander",
    "alexandra",  "alexandre",   "alexis",     "alfred",     "alfredo",   "ali",
    "alice",      "alicia",      "alina",      "alison",     "alma",      "amanda",
    "amelia",     "amelie",      "amina",      "amy",        "ana",       "anders",
    "andre",      "andrea",      "andreas",    "andreia",    "andres",    "andrew",
    "anette",     "angela",      "angelo",     "anja",       "anke",      "ann",
    "anna",       "anne",        "anneke",     "annette",    "annika",    "antje",
    "antoine",    "anton",       "antonella",  "antonio",    "arjan",     "arnaud",
    "arne",       "arthur",      "astrid",     "aurelie",    "barbara",   "bart",
    "bas",        "beata",       "beatrice",   "beatriz",    "ben",       "benedikt",
    "benjamin",   "bernard",     "bernd",      "berta",      "bianca",    "birgit",
    "bjoern",     "boris",       "brian",      "bruno",      "camila",    "camille",
    "carina",     "carl",        "carla",      "carlo",      "carlos",    "carmen",
    "carol",      "carolina",    "caroline",   "caterina",   "catherine", "cecile",
    "celine",     "charles",     "charlotte",  "chiara",     "chloe",     "chris",
    "christa",    "christian",   "christiane", "christina",  "christine", "christoph",
    "christophe", "christopher", "clara",      "claude",     "claudia",   "claudio",
    "clemens",    "cornelia",    "cristian",   "cristina",   "daan",      "dagmar",
    "damien",     "dana",        "daniel",     "daniela",    "daniele",   "danielle",
    "david",      "davide",      "deborah",    "denis",      "dennis",    "diana",
    "diane",      "diego",       "dieter",     "dirk",       "domenico",  "dominique",
    "donald",     "dora",        "doris",      "dorothea",   "ebba",      "edgar",
    "edith",      "eduardo",     "edward",     "ekaterina",  "elena",     "eleonora",
    "eli",        "elias",       "elin",       "eline",      "elisa",     "elisabeth",
    "elise",      "elizabeth",   "elke",       "ella",       "ellen",     "elsa",
    "emil",       "emilia",      "emilie",     "emily",      "emma",      "emmanuel",
    "enrico",     "enzo",        "eric",       "erica",      "erik",      "erika",
    "ernesto",    "ernst",       "esther",     "eva",        "evelyn",    "fabian",
    "fabien",     "fabio",       "fabrice",    "fatima",     "federica",  "federico",
    "felipe",     "felix",       "ferdinand",  "fernanda",   "fernando",  "filip",
    "filipe",     "filippo",     "finn",       "fiona",      "florian",   "francesca",
    "francesco",  "francis",     "francisco",  "franck",     "francois",  "francoise",
    "frank",      "franz",       "fred",       "frederic",   "frederik",  "freya",
    "friedrich",  "gabriel",     "gabriela",   "gabriele",   "gabriella", "gaelle",
    "gary",       "geert",       "georg",      "george",     "georges",   "gerard",
    "gerd",       "gerhard",     "gertrud",    "gianluca",   "giorgio",   "giovanna",
    "giovanni",   "giulia",      "giuseppe",   "gloria",     "goncalo",   "grace",
    "greta",      "guido",       "guillaume",  "guillermo",  "gunnar",    "gustavo",
    "hanna",      "hannah",      "hannes",     "hans",       "harald",    "harry",
    "hassan",     "hedda",       "heike",      "heinrich",   "heinz",     "helen",
    "helena",     "helene",      "helga",      "helge",      "helmut",    "hendrik",
    "henri",      "henrik",      "henrike",    "henry",      "herbert",   "hermann",
    "hilde",      "hiroshi",     "holger",     "horst",      "hubert",    "hugo",
    "ian",        "ibrahim",     "ida",        "ignacio",    "ilse",      "ines",
    "inge",       "ingeborg",    "ingrid",     "irene",      "iris",      "irma",
    "isabel",     "isabella",    "isabelle",   "ivan",       "ivo",       "jack",
    "jacob",      "jacqueline",  "jacques",    "jaime",      "jakob",     "james",
    "jamie",      "jan",         "jana",       "jane",       "janet",     "jasmin",
    "jason",      "javier",      "jean",       "jeanne",     "jeff",      "jennifer",
    "jens",       "jeroen",      "jerome",     "jessica",    "jesus",     "jim",
    "jing",       "joachim",     "joan",       "joana",      "joanna",    "joao",
    "joaquin",    "johan",       "johann",     "johanna",    "johannes",  "john",
    "jolanda",    "jonas",       "jonathan",   "jonna",      "jorge",     "joris",
    "jose",       "josef",       "joseph",     "joshua",     "juan",      "judith",
    "juergen",    "jules",       "julia",      "julian",     "juliana",   "julie",
    "julien",     "juliette",    "julio",      "jutta",      "kai",       "karel",
    "karen",      "karin",       "karl",       "karla",      "karolina",  "karsten",
    "katarina",   "kate",        "katharina",  "katherine",  "katja",     "katrin",
    "kees",       "keith",       "kenneth",    "kerstin",    "kevin",     "klaas",
    "klaus",      "knut",        "konrad",     "kristin",    "kurt",      "lars",
    "laura",      "laure",       "laurence",   "laurent",    "lea",       "leif",
    "lena",       "leo",         "leon",       "leonardo",   "leonie",    "leonor",
    "li",         "liam",        "lina",       "linda",      "linnea",    "lisa",
    "liv",        "lorenzo",     "lotte",      "louis",      "louise",    "luc",
    "luca",       "lucas",       "lucia",      "lucie",      "ludwig",    "luigi",
    "luis",       "luisa",       "lukas",      "magdalena",  "magnus",    "maja",
    "malin",      "manfred",     "manon",      "manuel",     "manuela",   "marc",
    "marcel",     "marcelo",     "marco",      "marcus",     "margaret",  "margarida",
    "margherita", "maria",       "mariana",    "marianne",   "marie",     "marina",
    "mario",      "marion",      "marit",      "mark",       "markus",    "marta",
    "martha",     "martijn",     "martin",     "martina",    "martine",   "mary",
    "massimo",    "mateo",       "mathias",    "mathieu",    "mathilde",  "matilda",
    "matilde",    "mats",        "matteo",     "matthew",    "matthias",  "maurice",
    "maurizio",   "max",         "maximilian", "maya",       "melanie",   "mette",
    "mia",        "michael",     "michaela",   "michel",     "michele",   "michelle",
    "miguel",     "mike",        "milena",     "ming",       "mira",      "miriam",
    "mohamed",    "mohammed",    "monica",     "monika",     "monique",   "moritz",
    "muhammad",   "nadia",       "nadine",     "nadja",      "nancy",     "natalia",
    "natalie",    "nathalie",    "nele",       "nicola",     "nicolas",   "nicole",
    "niels",      "nikolaus",    "nils",       "nina",       "noah",      "noemi",
    "nora",       "norbert",     "nuno",       "olaf",       "ole",       "olga",
    "oliver",     "olivia",      "olivier",    "omar",       "oscar",     "oskar",
    "otto",       "pablo",       "paola",      "paolo",      "pascal",    "patricia",
    "patrick",    "paul",        "paula",      "paulo",      "pedro",     "per",
    "peter",      "petra",       "petter",     "philip",     "philipp",   "philippe",
    "pierre",     "pieter",      "piotr",      "rachel",     "rafael",    "raffaele",
    "rainer",     "ralf",        "raphael",    "raul",       "raymond",   "rebecca",
    "regina",     "reinhard",    "renata",     "renate",     "rene",      "ricardo",
    "riccardo",   "richard",     "rita",       "robert",     "roberta",   "roberto",
    "rodrigo",    "roger",       "roland",     "rolf",       "roman",     "ronald",
    "rosa",       "rosalia",     "rosemary",   "ruben",      "rudolf",    "rui",
    "russell",    "ruth",        "ryan",       "sabina",     "sabine",    "salvatore",
    "sam",        "samuel",      "sandra",     "sandrine",   "sanna",     "sara",
    "sarah",      "sascha",      "scott",      "sean",       "sebastian", "sebastien",
    "serge",      "sergio",      "signe",      "sigrid",     "silke",     "silvia",
    "simon",      "simona",      "simone",     "sjoerd",     "sofia",     "sonia",
    "sonja",      "sophia",      "sophie",     "stefan",     "stefania",  "stefano",
    "stephan",    "stephane",    "stephanie",  "stephen",    "steve",     "steven",
    "stina",      "stine",       "susan",      "susana",     "susanne",   "svea",
    "sven",       "svenja",      "sybille",    "sylvia",     "sylvie",    "tamara",
    "tanja",      "tatiana",     "teresa",     "thea",       "theo",      "theodor",
    "theresa",    "thiago",      "thierry",    "thomas",     "tilda",     "tim",
    "tobias",     "tom",         "tomas",      "tove",       "ulla",      "ulrich",
    "ulrike",     "ursula",      "uwe",        "valentin",   "valentina", "valerie",
    "vanessa",    "vera",        "veronica",   "veronika",   "veronique", "victor",
    "victoria",   "viggo",       "viktor",     "vincent",    "vincenzo",  "virginia",
    "vittorio",   "volker",      "walter",     "waltraud",   "wanda",     "wei",
    "wendy",      "werner",      "wilhelm",    "willem",     "william",   "wim",
    "wolfgang",   "xavier",      "xin",        "yan",        "yann",      "yasmin",
    "yolanda",    "yves",        "yvonne",     "zoe"};

/* The most common Chinese surnames. */
static const char *const chinese_surnames[] = {
    "丁", "何", "余", "冯", "刘", "叶", "吕", "吴", "周", "唐", "孙", "宋", "张", "彭", "徐", "曹",
    "曾", "朱", "李", "杜", "杨", "林", "梁", "沈", "潘", "王", "田", "程", "罗", "胡", "苏", "董",
    "蒋", "蔡", "袁", "许", "谢", "赵", "邓", "郑", "郭", "陈", "韩", "马", "高", "魏", "黄"};

#define LISTED(word, list) word_listed(word, list, sizeof(list) / sizeof *(list))

bool format_is_sex(const char *text, size_t length) {
    char folded[24];
    size_t count = word_fold(folded, sizeof folded, text, length);
    if (count > 1 && folded[count - 1] == '.')
        folded[count - 1] = '\0';
    return length < sizeof folded && LISTED(folded, sexes);
}

bool format_is_boolean(const char *text, size_t length) {
    char folded[24];
    word_fold(folded, sizeof folded, text, length);
    return length < sizeof folded && LISTED(folded, booleans);
}

/* Two or three Chinese characters, the first one a surname. */
static bool is_chinese_name(const char *text, size_t length) {
    if (length != 6 && length != 9)
        return false;
    for (size_t i = 0; i < length; i += 3)
        if ((unsigned char)text[i] < 0xe4 || (unsigned char)text[i] > 0xe9)
            return false;
    char surname[4] = {text[0], text[1], text[2], '\0'};
    return LISTED(surname, chinese_surnames);
}

/* What the words of a text are like. */
typedef struct word_count {
    size_t words;
    size_t capital; /* begin with a capital letter */
    size_t given;   /* are common given names */
} word_count;

static bool is_word_byte(char c) {
    return is_ascii_letter(c) || (unsigned char)c >= 0x80;
}

/* False: the text has signs that names have not. */
static bool count_words(word_count *out, const char *text, size_t length) {
    *out = (word_count){0};
    for (size_t i = 0; i < length;) {
        if (!is_word_byte(text[i])) {
            if (text[i] == '\0' || !strchr(" ,.'-", text[i++]))
                return false;
            continue;
        }
        size_t begin = i;
        while (i < length && is_word_byte(text[i]))
            i++;
        char folded[32];
        word_fold(folded, sizeof folded, text + begin, i - begin);
        out->words++;
        out->capital += !is_ascii_lower(text[begin]);
        out->given += LISTED(folded, given_names);
    }
    return true;
}

/* One to five words with a common given name among them; all but short ones such as `van` and `de`
 * begin with a capital letter. */
bool format_is_person_name(const char *text, size_t length) {
    word_count count;
    if (is_chinese_name(text, length))
        return true;
    return length >= 2 && length <= 60 && count_words(&count, text, length) && count.words <= 5 &&
           count.given > 0 && (count.words == 1 ? count.capital == 1 : count.capital >= 2);
}
