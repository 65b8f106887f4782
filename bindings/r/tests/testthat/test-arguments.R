people <- sample_people(300)
same <- function(...) quietly(anonymize(...))$data

test_that("roles may be formulas, names, or both sides of a formula", {
    wanted <- same(people, 5, quasi = c("age", "sex"), sensitive = "disease", identifier = "id")
    expect_identical(same(people, k = 5, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id), wanted)
    expect_identical(same(people, quasi = age + sex ~ disease, identifier = ~ id), wanted)
    expect_identical(same(age + sex ~ disease, data = people, identifier = ~ id), wanted)
    expect_identical(same(age + sex ~ disease, people, identifier = ~ id), wanted)
    expect_identical(same(age + sex ~ disease, people, 5, identifier = ~ id), wanted)
    expect_identical(same(age + sex ~ disease, data = people, k = 5, identifier = ~ id), wanted)
    expect_identical(same(age + sex ~ disease, people, k = 5, identifier = ~ id), wanted)
})

test_that("a dot stands for all other columns", {
    plan <- shoal:::fill_plan(shoal:::open_plan(NULL), list(quasi = ~ ., sensitive = ~ disease, identifier = ~ id),
                              names(people))
    expect_identical(shoal:::quasi_of(plan), c("age", "sex", "zip", "education", "income"))
})

test_that("formulas with anything but sums are refused", {
    expect_error(same(people, quasi = ~ age * sex), "sum of columns", class = "shoal_usage")
    expect_error(same(people, quasi = ~ log(age)), "sum of columns", class = "shoal_usage")
    expect_error(same(people, quasi = 1:2), "quasi takes", class = "shoal_usage")
    expect_error(same(age ~ disease, quasi = ~ sex), class = "shoal_usage")
    expect_error(same(quasi = ~ sex), "data is missing", class = "shoal_usage")
})

test_that("every key of the plan is an argument", {
    plan <- shoal_plan(k = 3, quasi = ~ age + sex, sensitive = ~ disease, max_level = c(age = 2),
                       weights = list(age = 2, sex = 1), missing = "drop", missing_token = c("?", "none"),
                       time_limit = 2, evaluations = 1e6, model = "t-closeness t=0.2 on=disease",
                       add_top = ~ age, strict = TRUE, accept = c("near_unique", "gives_away"),
                       type = c(age = "integer"), memory = "500M", search.samples = 5, "risk.threshold" = 0.1)
    get <- function(key) .Call(shoal:::C_plan_get, plan$pointer, key)
    expect_identical(get("privacy.k"), "3")
    expect_identical(get("attributes.age.max_level"), "2")
    expect_identical(get("attributes.age.weight"), "2")
    expect_identical(get("attributes.age.top"), "add")
    expect_identical(get("attributes.age.type"), "integer")
    expect_identical(get("attributes.sex.role"), "quasi")
    expect_identical(get("missing.rule"), "drop")
    expect_identical(get("search.evaluations"), "1000000")
    expect_identical(get("search.samples"), "5")
    expect_match(as.character(plan), "tokens: ['?', none]", fixed = TRUE)
    expect_match(as.character(plan), "strict: 'yes'", fixed = TRUE)
    expect_match(as.character(plan), "t-closeness t=0.2 on=disease", fixed = TRUE)
    expect_output(print(plan), "k: 3")
})

test_that("unknown names are refused, the nearest is named", {
    expect_error(same(people, quasi = ~ age, supression = 0.1), "did you mean suppression", class = "shoal_usage")
    expect_error(same(people, quasi = ~ age, max_levels = c(age = 1)), "did you mean max_level", class = "shoal_usage")
    expect_error(same(people, quasi = ~ age, weights = 2), "a value for each name", class = "shoal_usage")
    error <- tryCatch(same(people, quasi = ~ age, recoding = "latice"), error = identity)
    expect_identical(error$code, "recoding_unknown")
    expect_identical(error$key, "recoding")
})

test_that("arguments override a plan, defaults do not", {
    plan <- shoal_plan(k = 2, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id, suppression = 0)
    release <- quietly(anonymize(people, plan = plan))
    expect_match(release$plan, "k: 2", fixed = TRUE)
    expect_match(release$plan, "suppression: 0\n", fixed = TRUE)
    expect_match(quietly(anonymize(people, plan = plan, k = 7))$plan, "k: 7", fixed = TRUE)
    expect_match(as.character(plan), "k: 2", fixed = TRUE)
    path <- tempfile(fileext = ".yaml")
    write_plan(plan, path)
    expect_identical(quietly(anonymize(people, plan = path))$data, release$data)
    expect_error(anonymize(people, plan = 5), "plan takes", class = "shoal_usage")
})

test_that("populations are tables, files or sizes", {
    everybody <- sample_people(1000, seed = 3)
    folder <- tempfile(fileext = ".csv")
    write_table(everybody, folder)
    with_table <- quietly(anonymize(people, k = 2, quasi = ~ age + sex, sensitive = ~ disease,
                                    model = "k-map k=4", population = everybody))
    with_file <- quietly(anonymize(people, k = 2, quasi = ~ age + sex, sensitive = ~ disease,
                                   model = "k-map k=4", population = folder))
    expect_identical(with_table$data, with_file$data)
    expect_match(as.character(shoal_plan(quasi = ~ age, population = 5000)), "size: 5000", fixed = TRUE)
})

test_that("a column has one role", {
    expect_error(anonymize(age + sex ~ sex, data = people), "'sex' is named by both quasi and sensitive",
                 class = "shoal_usage")
    expect_error(shoal_plan(quasi = "age", identifier = ~ id + age), "both quasi and identifier", class = "shoal_usage")
})

test_that("order is that of the rows, or of the values of attributes", {
    expect_match(as.character(shoal_plan(order = "input")), "order: input", fixed = TRUE)
    plan <- as.character(shoal_plan(order = c(size = "low|mid|high")))
    expect_match(plan, "low", fixed = TRUE)
    expect_no_match(plan, "order: input", fixed = TRUE)
    expect_error(shoal_plan(order = "low|mid|high"), class = "shoal_usage")
})
