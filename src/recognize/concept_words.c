#include "recognize/concept_words.h"

/* English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese, in this order. */

const char *const person_words =
    "person people individual patient customer client user member employee staff student pupil "
    "participant subject respondent citizen resident taxpayer insured donor tenant applicant voter "
    "worker child mother company firm utility business provider cust pat emp subj resp pers "
    "personen patienten kunde kunden nutzer benutzer mitglied mitglieds mitarbeiter personal "
    "schueler "
    "teilnehmer probanden proband versicherten versicherter versicherungs mieter bewerber "
    "unternehmen firmen "
    "personne sujet utilisateur membre employe eleve participant assure salarie entreprise "
    "persona sujeto paciente cliente usuario miembro empleado alumno asegurado socio empresa "
    "historiaclinica "
    "paziente soggetto utente dipendente studente assicurato azienda "
    "pessoa sujeito utilizador funcionario aluno segurado utente "
    "persoon klant klanten gebruiker lid medewerker werknemer leerling deelnemer patienten bedrijf "
    "患者 病人 客户 用户 员工 学生 会员 居民 参保人";

const char *const household_words =
    "household hh family haushalt haushalts familien familie menage foyer "
    "famille hogar familia nucleofamiliare famiglia agregado "
    "agregadofamiliar huishouden gezin 家庭 户";

const char *const case_words =
    "case visit episode encounter order invoice transaction claim admission stay sample specimen "
    "booking ticket contract policy record fall auftrag auftrags bestell bestellung rechnung "
    "rechnungs "
    "vorgang vorgangs vertrag vertrags visite sejour commande facture dossier contrat caso pedido "
    "factura contrato expediente ricovero fattura contratto pratica processo fatura opname "
    "bestelling "
    "factuur dossier 订单 病例 就诊 住院 合同";

const char *const id_words =
    "id ids identifier ident key number no num nr nbr uid guid pk code nummer kennung kennziffer "
    "schluessel numero numer identifiant cle matricule codigo clave identificador identificativo "
    "codice "
    "identificacao identificatie chave sleutel kenmerk 编号 号 号码 标识 代码 id号";

const char *const filler_words =
    "of the de du des del della di da do dos la le les el los van der den of in for a";

const concept_words concept_word_list[] = {
    {CONCEPT_ROW_NUMBER, true,
     "rownumber rowno rownum rowid rowindex recordnumber recordno recno seqno sequencenumber "
     "serialnumber serialno lineno linenumber lfdnr lfdnummer laufendenummer laufnr satznummer "
     "zeilennummer numerodeligne numeroligne numligne numerodefila numerofila numeroriga "
     "numerolinha "
     "volgnummer regelnummer rijnummer 序号 行号"},
    {CONCEPT_ROW_NUMBER, false,
     "index row seq unnamed lfd idx obs zeile ligne fila riga linha rij nr no"},
    {CONCEPT_ID, false,
     "id identifier ident key guid uuid uid number num nummer numero kennung kennziffer schluessel "
     "identifiant cle identificador clave identificativo identificacao chave identificatie sleutel "
     "编号 标识"},
    {CONCEPT_PERSON_ID, true,
     "mrn medicalrecordnumber matrikelnummer personalnummer versichertennummer "
     "krankenversichertennummer "
     "pseudonym matricule nhc numerohistoriaclinica personnummer patid custid empid subjid 病历号 "
     "住院号 "
     "病案号 工号 学号 门诊号"},
    {CONCEPT_PERSON_ID, false,
     "patient customer client user member employee participant respondent subject kunde "
     "mitarbeiter "
     "versicherter paciente cliente usuario paziente utente klant medewerker 患者 病人 客户 用户"},
    {CONCEPT_NATIONAL_ID, true,
     "ssn socialsecurity socialsecuritynumber socialsecurityno nationalid nationalidnumber "
     "passport "
     "passportnumber passportno taxid taxpayerid nhsnumber nhsno aadhaar driverlicense "
     "driverslicense "
     "driverlicence driverslicencenumber licensenumber steuerid steuernummer "
     "steueridentifikationsnummer "
     "idnr sozialversicherungsnummer svnr svnummer sozversnr rentenversicherungsnummer ahvnummer "
     "ausweisnummer personalausweis personalausweisnummer reisepass fuehrerschein nir "
     "numerosecuritesociale securitesociale secu numerosecu numeropasseport passeport dni nie nif "
     "curp "
     "cedula pasaporte numerosegurosocial segurosocial codicefiscale passaporto cartaidentita "
     "tesserasanitaria cpf "
     "cartaocidadao niss numerodeutente passaporte bsn burgerservicenummer sofinummer paspoort "
     "paspoortnummer rijksregisternummer 身份证 身份证号 身份证号码 护照 护照号 社保号 社会保障号"},
    {CONCEPT_NAME, true,
     "firstname lastname givenname surname familyname fullname middlename forename maidenname "
     "fname "
     "lname patientname customername clientname employeename personname contactname nameofpatient "
     "vorname nachname familienname zuname geburtsname vornachname prenom prenoms nomdefamille "
     "nometprenom nomprenom nomdenaissance apellido apellidos primerapellido segundoapellido "
     "nombreyapellidos nombrecompleto nombres cognome nomecognome nomeecognome sobrenome apelido "
     "apelidos nomecompleto primeironome voornaam achternaam familienaam roepnaam voorletters "
     "姓名 名字 患者姓名 客户姓名"},
    {CONCEPT_NAME, false, "name names initials nom nombre nome naam 姓"},
    {CONCEPT_EMAIL, true,
     "email emailaddress mailaddress emails emailadresse mailadresse courriel adressemail "
     "adresseemail correo correoelectronico postaelettronica indirizzoemail correioeletronico "
     "emailadres 邮箱 电子邮件 电子邮箱"},
    {CONCEPT_EMAIL, false, "mail"},
    {CONCEPT_PHONE, true,
     "phone phonenumber phoneno telephone telephonenumber tel mobilephone mobilenumber cellphone "
     "fax "
     "telefon telefonnummer telefonnr handynummer handynr handy rufnummer mobilnummer "
     "telephoneportable numerodetelephone "
     "telefono telefonofijo movil celular numerodetelefono cellulare telefone telemovel telefoon "
     "telefoonnummer mobiel gsm 电话 电话号码 手机 手机号 手机号码 联系电话 联系方式"},
    {CONCEPT_PHONE, false, "mobile mobil cell portable"},
    {CONCEPT_ACCOUNT, true,
     "iban accountnumber accountno acctno bankaccount creditcardnumber creditcard cardnumber "
     "cardno "
     "ccnumber bic swift kontonummer kontonr bankverbindung kreditkarte kreditkartennummer "
     "kartennummer "
     "comptebancaire numerodecompte rib numerodecarte cuentabancaria numerodecuenta "
     "numerodetarjeta "
     "tarjeta contocorrente numerodiconto numerocarta contabancaria nib numerodaconta "
     "rekeningnummer "
     "bankrekening 银行卡 银行卡号 银行账号 账号 账户"},
    {CONCEPT_ACCOUNT, false, "account acct konto compte cuenta conto conta rekening"},
    {CONCEPT_DEVICE, true,
     "ip ipaddress ipaddr macaddress deviceid imei imsi cookie cookieid useragent licenseplate "
     "licenceplate numberplate vin website homepage ipadresse macadresse autokennzeichen "
     "kfzkennzeichen "
     "geraeteid adresseip plaque immatriculation direccionip matricula placa indirizzoip targa "
     "enderecoip ipadres kenteken 车牌 车牌号 设备号"},
    {CONCEPT_DEVICE, false, "mac url kennzeichen link"},
    {CONCEPT_LOGIN, true,
     "username login loginname password passwd pwd nickname screenname twitterhandle benutzername "
     "anmeldename kennwort passwort nomutilisateur identifiantconnexion motdepasse nombredeusuario "
     "nombreusuario contrasena nomeutente nomedeutilizador nomedeusuario senha gebruikersnaam "
     "wachtwoord "
     "用户名 昵称 密码"},
    {CONCEPT_ADDRESS, true,
     "address addr streetaddress homeaddress street streetname housenumber houseno addressline "
     "strasse "
     "hausnummer hausnr anschrift wohnadresse strassenname wohnanschrift adresse adressepostale "
     "rue "
     "nomderue voie numerorue direccion domicilio calle indirizzo indirizzoresidenza numerocivico "
     "endereco morada rua adres straat straatnaam huisnummer 地址 住址 家庭住址 家庭地址 街道 "
     "门牌号"},
    {CONCEPT_CITY, true,
     "city town municipality village hometown cityofresidence birthplace placeofbirth cityofbirth "
     "stadt wohnort gemeinde ortschaft geburtsort ville commune lieudenaissance villedenaissance "
     "ciudad municipio localidad poblacion lugardenacimiento lugarnacimiento citta comune "
     "luogodinascita "
     "comunedinascita comunediresidenza cidade concelho freguesia naturalidade localdenascimento "
     "stad gemeente woonplaats geboorteplaats 城市 出生地 籍贯 市"},
    {CONCEPT_CITY, false, "ort residence plaats"},
    {CONCEPT_POSTCODE, true,
     "postcode postalcode postal zip zipcode zip5 plz postleitzahl codepostal codigopostal "
     "codpostal "
     "codicepostale codicediavviamentopostale cep postcodes 邮编 邮政编码"},
    {CONCEPT_POSTCODE, false, "cp cap pc"},
    {CONCEPT_REGION, true,
     "region state province prov ccaa county district prefecture borough neighborhood "
     "neighbourhood "
     "statecode "
     "censustract tract blockgroup fips nuts lga bundesland landkreis kreis bezirk kanton "
     "stadtteil "
     "regierungsbezirk canton departement arrondissement quartier provincia comunidadautonoma "
     "barrio "
     "comarca estado regione quartiere circoscrizione regiao distrito bairro uf provincie regio "
     "wijk "
     "buurt 省 省份 地区 区县 县 行政区"},
    {CONCEPT_REGION, false, "area zone zona gebiet secteur"},
    {CONCEPT_COUNTRY, true,
     "country countrycode nation nativecountry countryofbirth birthcountry homecountry staat "
     "geburtsland "
     "herkunftsland wohnland pays paysdenaissance paysderesidence pais paisdenacimiento paisorigen "
     "paese "
     "paesedinascita paisdenascimento geboorteland 国家 出生国"},
    {CONCEPT_COUNTRY, false, "land"},
    {CONCEPT_NATIONALITY, true,
     "nationality citizenship immigrant immigration migrant foreigner migrationbackground "
     "staatsangehoerigkeit staatsbuergerschaft nationalitaet migrationshintergrund nationalite "
     "citoyennete nacionalidad ciudadania nazionalita cittadinanza nacionalidade cidadania "
     "nationaliteit "
     "migratieachtergrond 国籍"},
    {CONCEPT_PLACE, true,
     "place location airport birthlocation site origin destination store branch standort filiale "
     "abflugort zielort lieu etablissement lugar sucursal ubicacion luogo sede localizacao loja "
     "locatie "
     "vestiging 地点 位置 门店"},
    {CONCEPT_PLACE, false, "local station geo gps coordinates coords geolocation school"},
    {CONCEPT_LATITUDE, true, "latitude lat breitengrad latitud latitudine breedtegraad 纬度"},
    {CONCEPT_LONGITUDE, true,
     "longitude lon lng laengengrad longitud longitudine lengtegraad 经度"},
    {CONCEPT_LONGITUDE, false, "long"},
    {CONCEPT_BIRTH_DATE, true,
     "birthdate dateofbirth dob birthday bday birthdt dateborn geburtsdatum geburtstag gebdatum "
     "gebdat "
     "datenaissance datedenaissance ddn fechanacimiento fechadenacimiento fechanac fnacimiento "
     "datadinascita datanascita datadenascimento datanascimento dtnascimento geboortedatum gebdat "
     "出生日期 出生年月 出生年月日 生日"},
    {CONCEPT_BIRTH_DATE, false,
     "birth born geburt geboren naissance nacimiento nascita nascimento geboorte 出生"},
    {CONCEPT_BIRTH_YEAR, true,
     "birthyear yearofbirth yob birthyr birthmonth geburtsjahr gebjahr jahrgang anneedenaissance "
     "anneenaissance anonacimiento anodenacimiento annodinascita annonascita anodenascimento "
     "anonascimento geboortejaar 出生年 出生年份"},
    {CONCEPT_AGE, true,
     "age ages agegroup ageband agerange agecategory ageclass ageyears ageinyears ageatdiagnosis "
     "ageatadmission ageatdeath alter altersgruppe altersklasse lebensalter alterinjahren "
     "trancheage "
     "tranchedage classedage edad grupoedad grupodeedad rangoedad eta fasciaeta fasciadieta "
     "classedieta "
     "idade faixaetaria grupoetario leeftijd leeftijdsgroep leeftijdscategorie 年龄 年龄组 年龄段"},
    {CONCEPT_SEX, true,
     "sex gender sexcode biologicalsex geschlecht anrede sexe civilite sexo genero sesso geslacht "
     "性别"},
    {CONCEPT_SEX, false, "genre genere salutation aanhef"},
    {CONCEPT_MARITAL, true,
     "maritalstatus marital marriage married maritalstate civilstatus spouse familienstand "
     "verheiratet "
     "zivilstand etatcivil situationfamiliale situationmatrimoniale statutmatrimonial estadocivil "
     "casado "
     "statocivile burgerlijkestaat burgerlijke gehuwd 婚姻 婚姻状况 婚姻状态 婚否"},
    {CONCEPT_RELATION, true,
     "relationship familyrelationship relationtohead kinship verwandtschaft stellungimhaushalt "
     "lienparente liendeparente parentesco parentela rapportodiparentela verwantschap 与户主关系 "
     "亲属关系"},
    {CONCEPT_RELATION, false, "relation relatie"},
    {CONCEPT_EDUCATION, true,
     "education educationlevel educationnum educ edu schooling degree highestdegree qualification "
     "yearsofeducation bildung bildungsstand bildungsgrad schulabschluss schulbildung abschluss "
     "hoechsterabschluss ausbildung diplome niveauetude niveauetudes niveaudetudes niveaudetude "
     "niveaudinstruction instruction etudes educacion estudios niveldeestudios nivelestudios "
     "niveleducativo titulacion escolaridad istruzione titolodistudio titolostudio "
     "livellodiistruzione "
     "educacao escolaridade habilitacoes habilitacoesliterarias grauinstrucao opleiding "
     "opleidingsniveau "
     "onderwijs onderwijsniveau 学历 教育 教育程度 文化程度 受教育程度"},
    {CONCEPT_EDUCATION, false, "university major schule formation studio"},
    {CONCEPT_OCCUPATION, true,
     "occupation job jobtitle profession jobrole jobposition beruf berufe taetigkeit "
     "berufsbezeichnung "
     "erwerbstaetigkeit metier emploi poste professions ocupacion profesion puesto cargo "
     "professione "
     "lavoro occupazione mansione ocupacao profissao beroep functie functietitel 职业 职务 岗位 "
     "职位 "
     "职称"},
    {CONCEPT_OCCUPATION, false, "position stelle fonction role rank"},
    {CONCEPT_EMPLOYER, true,
     "employer workclass employment employmentstatus employmenttype workstatus industry department "
     "dept "
     "division businessunit worktype workplace arbeitgeber branche abteilung beschaeftigung "
     "beschaeftigungsart beschaeftigungsverhaeltnis erwerbsstatus arbeitsort employeur "
     "secteuractivite "
     "statutemploi empleador sectoractividad tipodecontrato situacionlaboral "
     "datoredilavoro "
     "settore impiego tipocontratto empregador setor situacaolaboral werkgever afdeling "
     "dienstverband "
     "单位 工作单位 公司 行业 部门"},
    {CONCEPT_EMPLOYER, false,
     "company firm business sector team organisation organization unternehmen firma entreprise "
     "empresa "
     "azienda bedrijf service"},
    {CONCEPT_INCOME, true,
     "income incomes salary salaryclass salarygrade wage wages earnings earning grossincome "
     "netincome "
     "annualincome householdincome incomeclass incomelevel agi taxinc taxableincome taxable "
     "compensation bonus "
     "wsal wsalval ern ernval pearnval ptotval pothval intval pension einkommen haushaltseinkommen "
     "bruttoeinkommen nettoeinkommen jahreseinkommen gehalt jahresgehalt monatsgehalt bruttogehalt "
     "lohn "
     "bruttolohn nettolohn verdienst revenu revenus salaire salairebrut salairenet remuneration "
     "ingreso "
     "ingresos salario sueldo salariobruto renta rentaanual reddito redditi redditoannuo stipendio "
     "retribuzione rendimento rendimentos ordenado renda rendamensal vencimento inkomen "
     "jaarinkomen "
     "salaris maandsalaris inkomensklasse uitkering loon brutoloon 收入 年收入 月收入 工资 薪资 "
     "薪水 月薪 年薪"},
    {CONCEPT_INCOME, false, "turnover benefits"},
    {CONCEPT_MONEY, true,
     "tax taxes fedtax federaltax statetax taxpaid fica emcontrb balance limitbal creditlimit bill "
     "billamt billamount payment payments payamt payamount price cost costs charges fee fees "
     "revenue sales profit assets "
     "asset debt capital capitalgain capitalloss loan loanamount expense expenses spending premium "
     "deposit treasury funds "
     "depreciation financialoutcome purchase steuer steuern einkommensteuer lohnsteuer betrag "
     "kosten "
     "preis umsatz gewinn schulden kredit beitrag zahlung impot impots montant cout couts prix "
     "dette "
     "chiffredaffaires paiement impuesto impuestos importe coste costes precio deuda ventas pago "
     "imposta "
     "imposte importo costo costi prezzo debito saldo pagamento imposto impostos montante custo "
     "custos "
     "preco divida belasting bedrag prijs omzet betaling 税 税额 金额 费用 价格 余额 总费用 "
     "医疗费用"},
    {CONCEPT_MONEY, false, "pay amt bal limit credit debit revenues euro eur usd"},
    {CONCEPT_ETHNICITY, true,
     "race ethnicity ethnic ethnicgroup raceethnicity skincolor skincolour tribe caste hautfarbe "
     "ethnie "
     "ethnische origineethnique raza etnia etnicidad grupoetnico razza raca cor raca cor "
     "etniciteit "
     "herkomst afkomst 民族 种族"},
    {CONCEPT_RELIGION, true,
     "religion religiousaffiliation faith denomination konfession religionszugehoerigkeit "
     "glaube confession culte religione religiao religie godsdienst geloof kerk 宗教 宗教信仰 "
     "信仰"},
    {CONCEPT_BELIEF, true,
     "party politicalparty political politicalopinion politics unionmember unionmembership "
     "tradeunion "
     "partei parteizugehoerigkeit gewerkschaft partipolitique opinionpolitique syndicat "
     "partidopolitico "
     "sindicato partitopolitico sindacato partij politiekepartij vakbond 政治面貌 党派"},
    {CONCEPT_SEXUALITY, true,
     "sexualorientation sexuality sexuelleorientierung orientationsexuelle orientacionsexual "
     "orientamentosessuale orientacaosexual seksuelegeaardheid 性取向"},
    {CONCEPT_LANGUAGE, true,
     "language mothertongue nativelanguage firstlanguage sprache muttersprache langue "
     "languematernelle "
     "idioma lengua lenguamaterna lingua linguamadre linguamaterna taal moedertaal 语言 母语"},
    {CONCEPT_HOUSEHOLD, true,
     "householdsize hhsize familysize children numchildren nchildren numberofchildren kids "
     "dependents "
     "dependants siblings numdependents personsinhousehold haushaltsgroesse kinder kinderzahl "
     "anzahlkinder personenimhaushalt enfants nombreenfants nombredenfants nbenfants taillemenage "
     "tailledumenage personnesacharge hijos numerohijos numerodehijos tamanohogar tamanodelhogar "
     "figli "
     "numerofigli numerodifigli componentinucleo filhos numerofilhos numerodefilhos "
     "dimensaoagregado "
     "kinderen aantalkinderen huishoudgrootte gezinsgrootte 家庭人口 家庭人数 子女 子女数 孩子"},
    {CONCEPT_HOUSEHOLD, false,
     "household haushalt menage foyer hogar huishouden gezin family familie famille familia "
     "famiglia 家庭"},
    {CONCEPT_HOUSING, true,
     "housing housingtype tenure homeowner homeownership ownhome dwelling accommodation rentorown "
     "wohnform "
     "wohnsituation wohnungsart wohneigentum logement typelogement vivienda tipovivienda "
     "abitazione "
     "alloggio habitacao moradia woning woningtype woonsituatie 住房 住房类型"},
    {CONCEPT_HOUSING, false, "house home rent rooms wohnung"},
    {CONCEPT_VEHICLE, true,
     "vehicle vehicletype car carmodel fahrzeug fahrzeugtyp voiture vehicule vehiculo coche "
     "veicolo "
     "automobile veiculo voertuig 车辆 汽车"},
    {CONCEPT_WEIGHT, true,
     "fnlwgt afnlwgt wgt sampleweight samplingweight surveyweight finalweight pweight perwt "
     "personweight "
     "hhwt designweight populationweight weightfactor weighting expansionfactor analysisweight "
     "marsupwt gewichtung "
     "gewichtungsfaktor designgewicht hochrechnungsfaktor hochrechnung stichprobengewicht "
     "ponderation "
     "coefficientdeponderation poidssondage factordeexpansion factorexpansion facexp ponderacion "
     "factordeponderacion pesocampionario pesoamostral fatordeexpansao ponderador weegfactor "
     "wegingsfactor steekproefgewicht 权重 抽样权重"},
    {CONCEPT_BODY, true,
     "bodyweight birthweight weightkg heightcm height bmi bodymassindex waist eyecolor eyecolour "
     "haircolor haircolour bloodgroup bloodtype koerpergroesse koerpergewicht groesse gewicht "
     "bmiwert "
     "augenfarbe haarfarbe blutgruppe taille poids imc groupesanguin talla peso estatura "
     "gruposanguineo altezza statura grupposanguigno altura lengte lichaamslengte lichaamsgewicht "
     "bloedgroep 身高 体重 血型"},
    {CONCEPT_BODY, false, "weight wt"},
    {CONCEPT_DIAGNOSIS, true,
     "diagnosis diagnoses dx primarydiagnosis secondarydiagnosis icd disease diseases illness "
     "disorder "
     "comorbidity comorbidities symptom symptoms healthstatus healthcondition medicalcondition "
     "causeofdeath diabetes "
     "diabetic copd asthma cancer tumor tumour hypertension hipertension obesity obese renal "
     "cardiovascular cardiac stroke pneumonia hiv aids covid infection infected depression anxiety "
     "dementia epilepsy adverseevent adverseevents sideeffect sideeffects health allergy allergies "
     "disability disabled smoking smoker tobacco alcohol "
     "intubed intubated icu "
     "inmsupr immunosuppression immunosuppressed hepatitis tuberculosis arthritis anemia "
     "mentalhealth "
     "diagnose diagnosen hauptdiagnose nebendiagnose diagnoseschluessel krankheit erkrankung "
     "vorerkrankung behinderung schwerbehinderung nebenwirkung nebenwirkungen gesundheitszustand "
     "raucher symptome todesursache maladie diagnostic "
     "diagnosticprincipal "
     "pathologie handicap fumeur tabac tabagisme effetindesirable effetsindesirables etatdesante "
     "causedeces diagnostico diagnosticoprincipal enfermedad "
     "enfermedades discapacidad fumador tabaco tabaquismo efectoadverso estadodesalud "
     "causademuerte obesidad diagnosi malattia "
     "malattie "
     "patologia disabilita fumatore doenca doencas deficiencia fumador causadamorte hipertensao "
     "ziekte aandoening hoofddiagnose beperking roker bijwerking gezondheid doodsoorzaak 诊断 "
     "主要诊断 疾病 病情 症状 "
     "吸烟 "
     "糖尿病 高血压 病史 既往史 健康状况 不良反应 残疾 死因"},
    {CONCEPT_DIAGNOSIS, false, "condition heart kidney 病"},
    {CONCEPT_MEDICATION, true,
     "medication medications medicine prescription treatment therapy vaccine vaccination "
     "vaccinated "
     "surgery drugname atc medikament medikamente medikation arzneimittel wirkstoff therapie "
     "behandlung "
     "impfung impfstoff medicament medicaments traitement vaccin medicamento medicamentos "
     "tratamiento "
     "vacuna cirugia farmaco farmaci terapia trattamento vaccino tratamento vacina medicijn "
     "medicatie "
     "geneesmiddel behandeling vaccinatie 药物 药品 治疗 手术 用药 疫苗 治疗方案"},
    {CONCEPT_MEDICATION, false, "drug drugs dose procedure operation"},
    {CONCEPT_LAB, true,
     "glucose cholesterol hba hemoglobin haemoglobin bloodpressure systolic diastolic insulin "
     "creatinine "
     "labresult labvalue heartrate bodytemperature hdl ldl triglycerides crp platelets "
     "skinthickness "
     "blutdruck blutzucker herzfrequenz laborwert glycemie tensionarterielle presionarterial "
     "glucemia "
     "pressionearteriosa glicemia pressaoarterial bloeddruk bloedsuiker 血压 血糖 胆固醇 体温 心率 "
     "收缩压 舒张压"},
    {CONCEPT_LAB, false, "lab pulse bp puls"},
    {CONCEPT_CARE_PLACE, true,
     "ward hospital clinic medicalunit medicalcenter medicalcentre hospitalid hospitalcode "
     "facility facilityid providerid "
     "physician doctor attendingphysician gp krankenhaus klinik klinikum fachabteilung arzt "
     "hausarzt hopital clinique medecin medecintraitant centremedical unidadmedica centromedico "
     "medico "
     "ospedale reparto medicocurante hospitalar enfermaria medicoassistente ziekenhuis huisarts "
     "ziekenhuisafdeling 医院 科室 病区 病房 医生 医师 主治医生"},
    {CONCEPT_CARE_PLACE, false, "unit unidad unita unidade unite"},
    {CONCEPT_CARE_KIND, true,
     "patienttype admissiontype typeofpatient admissionsource insurance insurancetype insurer "
     "healthplan "
     "payer payor patientclass versicherung versicherungsart krankenkasse aufnahmeart patientenart "
     "assurance typeassurance "
     "mutuelle modedentree seguro tiposeguro aseguradora tipopaciente tipodepaciente assicurazione "
     "tiporicovero tipodepaciente segurosaude verzekering verzekeraar zorgverzekeraar 保险 医保 "
     "医保类型 "
     "入院方式"},
    {CONCEPT_CARE_DATE, true,
     "admitted admission admissiondate admitdate dateofadmission discharge discharged "
     "dischargedate "
     "dateofdischarge visitdate dateofvisit appointmentdate diagnosisdate dateofdiagnosis "
     "surgerydate "
     "onsetdate dateofonset testdate aufnahmedatum aufnahmetag aufnahme entlassung "
     "entlassungsdatum "
     "entlassdatum behandlungsdatum besuchsdatum diagnosedatum dateadmission dateentree datesortie "
     "datehospitalisation hospitalisation dateconsultation fechaingreso fechadeingreso fechaalta "
     "fechadealta fechaconsulta fechadiagnostico dataricovero datadiricovero datadimissione "
     "datadidimissione datavisita dataadmissao datadeadmissao dataalta datadealta dataconsulta "
     "opnamedatum ontslagdatum bezoekdatum 入院 入院日期 入院时间 出院 出院日期 出院时间 就诊日期 "
     "就诊时间"},
    {CONCEPT_DEATH, true,
     "deathdate dateofdeath datedied datedeath died dod deceased deceaseddate sterbedatum "
     "todesdatum "
     "verstorben gestorben datedeces datededeces deces decede fechadefuncion fechadedefuncion "
     "fechafallecimiento fechadefallecimiento fechamuerte fallecido datadecesso datadidecesso "
     "datamorte datadimorte deceduto dataobito datadeobito datadamorte obito falecido "
     "overlijdensdatum "
     "datumoverlijden overleden 死亡日期 死亡时间"},
    {CONCEPT_DEATH, false,
     "death tod mort muerte defuncion fallecimiento decesso morte overlijden 死亡"},
    {CONCEPT_PREGNANCY, true,
     "pregnant pregnancy pregnancies gravida gravidity numpregnancies schwanger schwangerschaft "
     "schwangerschaften grossesse grossesses enceinte embarazo embarazos embarazada gravidanza "
     "gravidanze incinta gravidez gestante zwanger zwangerschap zwangerschappen 怀孕 妊娠 孕次 "
     "怀孕次数"},
    {CONCEPT_CRIME, true,
     "offence offense crime conviction convictions arrest arrests criminalrecord felony recidivism "
     "straftat delikt vorstrafe vorstrafen verurteilung infraction condamnation casierjudiciaire "
     "delito "
     "condena antecedentes reato condanna precedentipenali condenacao antecedentescriminais "
     "misdrijf "
     "strafblad veroordeling 犯罪 罪名 犯罪记录"},
    {CONCEPT_OUTCOME, true,
     "outcome result testresult results classification target label defaultpayment "
     "defaultpaymentnextmonth defaulted loanstatus readmitted readmission survived survival "
     "verdict "
     "churn churned satisfaction jobsatisfaction attrition fraud creditscore riskscore "
     "performancerating ergebnis testergebnis "
     "befund "
     "zielvariable bonitaet kreditwuerdigkeit leistungsbewertung kuendigung resultat "
     "resultatdutest resultado resultadotest "
     "classificacao esito risultato esitotest uitslag uitkomst resultaat testuitslag 结果 检测结果 "
     "成绩 "
     "评分 满意度 是否违约"},
    {CONCEPT_OUTCOME, false,
     "score grade grades rating default class response decision approved klasse bewertung zensur "
     "punktzahl note "
     "classe calificacion clase puntuacion voto punteggio nota klas cijfer 分数 类别"},
    {CONCEPT_DATE, true,
     "hiredate dateofhire startdate enddate createdat updatedat timestamp datetime eventdate "
     "orderdate "
     "transactiondate registrationdate interviewdate eintrittsdatum einstellungsdatum "
     "austrittsdatum "
     "vertragsbeginn dateembauche datedembauche datedebut datefin fechacontratacion "
     "fechainicio fechafin dataassunzione datadiassunzione datainizio datafine datacontratacao "
     "datainicio datafim indienstdatum startdatum einddatum 入职日期 开始日期 结束日期 登记日期 "
     "日期 "
     "时间"},
    {CONCEPT_DATE, false, "date day datum fecha data tag jour dia giorno dag"},
    {CONCEPT_YEAR, false, "year yr jahr annee ano anno jaar 年份 年"},
    {CONCEPT_TIME, false,
     "month months quarter week weeks weekday hour hours minute minutes time days duration "
     "lengthofstay "
     "los tenure monat woche stunde stunden zeit dauer tage aufenthaltsdauer verweildauer mois "
     "semaine "
     "heure heures duree jours dureesejour mes semana hora horas tiempo duracion dias estancia "
     "mese "
     "settimana ora ore durata giorni degenza duracao tempo internamento maand uur uren duur dagen "
     "verblijfsduur ligduur 月 月份 星期 小时 住院天数 天数"},
    {CONCEPT_TEXT, true,
     "comment comments remark remarks freetext freetextcomment description bemerkung bemerkungen "
     "kommentar anmerkung anmerkungen notiz notizen freitext beschreibung commentaire commentaires "
     "remarque remarques observations comentario comentarios observaciones descripcion commento "
     "commenti osservazioni descrizione observacoes descricao opmerking opmerkingen notitie "
     "notities "
     "omschrijving 备注 说明 描述 评论 意见"},
    {CONCEPT_TEXT, false, "notes text message memo narrative observation"},
    {CONCEPT_AMOUNT, false,
     "count quantity qty total sum amount freq frequency anzahl menge summe anz quantite cantidad "
     "quantita quantidade aantal hoeveelheid 数量 人数 次数"},
    {CONCEPT_MEASURE, false,
     "value val measure measurement rate ratio percent percentage mean avg average std min max "
     "speed "
     "length width distance volume ph flow pressure voltage concentration temperature sensor level "
     "wert "
     "messwert rate anteil mittelwert temperatur valeur mesure taux moyenne valor medida tasa "
     "media valore "
     "misura tasso taxa waarde meting gemiddelde 数值 比例 平均"},
};

const size_t concept_word_count = sizeof concept_word_list / sizeof *concept_word_list;
