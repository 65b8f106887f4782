people <- sample_people(300)

test_that("a table is inspected", {
    found <- quietly(inspect_table(people))
    expect_s3_class(found, "shoal_inspection")
    expect_identical(found$columns$column, names(people))
    expect_identical(found$columns$role[found$columns$column %in% c("id", "sex")], c("identifier", "quasi"))
    expect_identical(found$columns$values[1], 300)
    expect_output(print(found), "300 rows")
    release <- quietly(anonymize(people, plan = found$plan, evaluations = 100, prove = 0))
    expect_s3_class(release, "shoal_release")
})

test_that("a table is assessed, with and without its original", {
    release <- quietly(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id))
    alone <- quietly(assess(people, quasi = ~ age + sex))
    expect_equal(alone$result$k, min(table(interaction(people$age, people$sex, drop = TRUE))))
    found <- quietly(assess(release, against = people))
    expect_true(found$result$verdict$holds)
    expect_gte(found$result$k, 5)
    expect_equal(found$result$before$k, alone$result$k)
    expect_output(print(found), "before")
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    expect_identical(plot(found), found)
    expect_identical(plot(alone), alone)
})

test_that("k and suppression are explored", {
    found <- quietly(explore(people, k = c(2, 5), suppression = c(0, 0.05), quasi = ~ age + sex, sensitive = ~ disease))
    expect_identical(nrow(found$points), 4L)
    for (i in seq_len(4)) {
        point <- found$points[i, ]
        release <- quietly(anonymize(people, k = point$k, suppression = point$suppression, quasi = ~ age + sex,
                                     sensitive = ~ disease))
        expect_identical(release$result$value, point$value)
    }
    expect_identical(found$costs$attribute, c("age", "sex"))
    expect_output(print(found), "0.05|5%")
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    expect_identical(plot(found), found)
    expect_identical(plot(found, "heat"), found)
    expect_error(plot(found, recoding = "cut"), "not explored", class = "shoal_usage")
})

test_that("releases are verified, changed ones do not hold", {
    release <- quietly(anonymize(people, quasi = ~ age + sex, sensitive = ~ disease, identifier = ~ id))
    expect_true(verify(release)$holds)
    expect_output(print(verify(release)), "holds")
    expect_true(verify(release$data, k = 5, quasi = ~ age + sex)$holds)
    changed <- release
    levels(changed$data$age) <- c(levels(changed$data$age), "17")
    changed$data$age[1] <- "17"
    verdict <- verify(changed)
    expect_false(verdict$holds)
    expect_output(print(verdict), "does not hold")
    path <- tempfile(fileext = ".csv")
    write_release(release, path)
    expect_true(verify(path, plan = release$plan)$holds)
})

test_that("names and parameters are listed", {
    expect_true(all(c("lattice", "cut", "local", "mondrian", "suppress", "microaggregation") %in%
                        shoal_list("recodings")$name))
    expect_true("optimal" %in% shoal_list()$name)
    expect_true("csv" %in% tolower(shoal_list("sources")$name))
    expect_true("privacy.k" %in% shoal_list("keys")$key)
    expect_error(shoal_list("nothing"), "there is algorithms", class = "shoal_usage")
    expect_true("name" %in% names(shoal_parameters("lattice", "kgen")))
    expect_error(shoal_parameters("lattice", "none"), class = "shoal_usage")
    expect_match(shoal_version()$version, "^[0-9]+[.][0-9]+")
    expect_output(print(shoal_version()), "shoal")
})

test_that("the sample does not touch R's random numbers", {
    set.seed(1)
    first <- stats::runif(1)
    set.seed(1)
    sample_people(10)
    expect_identical(stats::runif(1), first)
    expect_identical(sample_people(50, seed = 2), sample_people(50, seed = 2))
    expect_false(identical(sample_people(50, seed = 2), sample_people(50, seed = 3)))
})
